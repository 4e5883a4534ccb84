import type { MemberCoupon } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Clauses } from '../../ui/clauses.tsx';
import { TYPE_LABELS } from './messages.ts';
import { validity } from './validity.ts';

const timeOf = (instant: string): string => `${formatDate(instant)} ${formatTime(instant)}`;

/** A coupon of the member: what it gives, period and end of each copy, and why it cannot be used. `children`: its button. */
export function CouponCard({ coupon, children }: { coupon: MemberCoupon; children?: ReactNode }) {
  const { name, desc, type, state, reason, startsAt, period, lastEnd, copies } = coupon;
  const usable = state === 'usable';
  return (
    <li
      className={`flex flex-wrap content-start items-center gap-x-4 gap-y-3 rounded-2 border p-4 ${usable ? 'border-line-strong bg-surface' : 'border-line bg-paper'}`}
    >
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <Badge look={type === 'DISCOUNT' ? 'amber' : 'soft'}>{TYPE_LABELS[type]}</Badge>
          <span className="font-semibold">{name}</span>
          {state === 'expired' && <Badge>已過期</Badge>}
        </p>
        {desc && (
          <p className="mt-1 text-sm text-ink-2">
            <Clauses of={desc} />
          </p>
        )}
        {copies.length === 0 && (
          <p className="num mt-1 text-sm text-ink-3">
            <Clauses of={validity(period, lastEnd)} />
          </p>
        )}
        {copies.map(({ gotAt, endsAt, cause }) => (
          <p key={gotAt + cause} className="num mt-1 text-sm text-ink-3">
            <Clauses
              of={`${formatDate(gotAt)} 取得（${cause}），${startsAt !== null && startsAt > gotAt ? `${timeOf(startsAt)} 起，` : ''}${validity(period, endsAt)}`}
            />
          </p>
        ))}
        {!usable && reason && <p className="mt-1 text-sm font-semibold text-ink-2">{reason}</p>}
      </div>
      {children}
    </li>
  );
}
