import { formatMoney, type MemberOrder } from '@nordhaut/contracts';
import { ChevronRight } from 'lucide';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { LINKED } from '../orders/messages.ts';
import { OrderNumber } from '../orders/order-number.tsx';

/** pictures in a card; the rest is a number */
const PICTURES = 4;

/** An order in the list. The whole card opens the order. */
export function OrderCard({ order: { orderNo, createdAt, total, displayStatus, items, facts, group, linked } }: { order: MemberOrder }) {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first] = items;
  const mark = group ? '團購' : linked?.from && LINKED[linked.from.kind];
  const label = facts.parcel && facts.phase !== 'cancelled' && displayStatus.label !== facts.parcel.label ? facts.parcel.label : undefined;
  const showsParcel = label && (facts.phase === 'on-its-way' || facts.phase === 'at-store' || facts.phase === 'delivered');
  return (
    <article className="relative grid gap-3 rounded-3 border border-line bg-surface p-4 hover:border-line-strong wide:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-sans! leading-[1.75]">
          {mark && (
            <Badge look="amber" className="me-2">
              {mark}
            </Badge>
          )}
          {displayStatus.label}
          {showsParcel && <span className="font-normal text-ink-2">・{label}</span>}
          <span className="sr-only">，訂單 {orderNo}</span>
        </h2>
        <p className="num text-sm text-ink-2">
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-3">
        <div className="flex gap-2">
          {items.slice(0, PICTURES).map(({ productId, tier, image }) => (
            <div
              key={`${productId}-${tier}`}
              className="size-[min(3.5rem,15vw)] shrink-0 overflow-clip rounded-2 bg-sunken not-first:hidden wide:size-16 wide:not-first:block"
            >
              {image && <Picture image={image} alt="" sizes="64px" className="size-full object-cover" />}
            </div>
          ))}
        </div>
        <p className="min-w-0 grow basis-20">
          <span className="line-clamp-2">{first?.nameZh}</span>
          <span className="num block text-sm text-ink-2">
            {items.length > 1 ? `等 ${items.length} 項，共 ${pieces} 件` : `共 ${pieces} 件`}
          </span>
        </p>
        <p className="num font-semibold whitespace-nowrap">{formatMoney(total)}</p>
      </div>
      <div className="flex items-center justify-between gap-4 border-t border-line pt-2 text-sm">
        <p className="text-ink-2">
          訂單編號 <OrderNumber orderNo={orderNo} />
        </p>
        <Link
          to={`/member/order?order_number=${orderNo}`}
          className="inline-flex min-h-11 shrink-0 items-center gap-1 font-semibold text-brand after:absolute after:inset-0 after:rounded-3 hover:underline"
        >
          查看<span className="sr-only">訂單 {orderNo}</span>
          <Icon of={ChevronRight} size={16} />
        </Link>
      </div>
    </article>
  );
}
