import type { SupportCoupons } from '@nordhaut/contracts/support';
import { type FormEvent, useRef, useState } from 'react';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, ReasonLine, Title } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';
import { periodOf } from './coupon-draft.ts';
import { CouponForm } from './coupon-form.tsx';

type Listed = SupportCoupons['coupons'][number];

/** All coupons, for administrators: defined with the importer's validation, and ended for good. */
export function Coupons() {
  const [version, setVersion] = useState(0);
  const { data, error } = useData<SupportCoupons>('coupons', undefined, version);
  const [opened, setOpened] = useState<Listed>();
  const below = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const outcome = useRef<HTMLOutputElement>(null);
  const changed = () => setVersion((before) => before + 1);
  /** The form leaves the page, and with it the button that had the focus; the keyboard goes on before the list. */
  const ended = (uid: string): void => {
    setSaid(`已結束 ${uid}`);
    changed();
    outcome.current?.focus();
  };
  const open = (coupon: Listed | undefined): void => {
    setOpened(coupon);
    // The form is below the list: the keyboard goes on there.
    requestAnimationFrame(() => below.current?.querySelector<HTMLElement>('input, textarea')?.focus());
  };
  const nextId = String(Math.max(0, ...(data?.coupons ?? []).map(({ couponId }) => Number(couponId))) + 1);
  return (
    <div className="grid gap-4">
      <Title>優惠券</Title>
      <Fault>{error}</Fault>
      {data && (
        <div>
          <button type="button" className="btn btn-line" onClick={() => open(undefined)}>
            新增優惠券
          </button>
        </div>
      )}
      <output ref={outcome} tabIndex={-1} className="block">
        {said}
      </output>
      <ul className="grid gap-2">
        {data?.coupons.map((coupon) => (
          <Row key={coupon.couponId} coupon={coupon} ended={() => ended(coupon.uid)} edit={() => open(coupon)} />
        ))}
      </ul>
      {data && (
        <div ref={below}>
          <CouponForm key={opened?.couponId ?? 'new'} opened={opened?.definition} listed={data.coupons} nextId={nextId} changed={changed} />
        </div>
      )}
    </div>
  );
}

function Row({ coupon, edit, ended }: { coupon: Listed; edit: () => void; ended: () => void }) {
  const { couponId, uid, name, endedAt, reserved, redeemed, definition } = coupon;
  const [now] = useState(Date.now);
  const [reason, setReason] = useState('');
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await command(`coupons/${couponId}/end`, { reason });
      ended();
    });
  };
  return (
    <li className="panel">
      <p>
        <strong>{uid}</strong> {name}
      </p>
      <p className="num text-sm text-ink-2">
        {reserved === null ? '不限張數，不計使用數' : `使用中 ${reserved}、已使用 ${redeemed}`}；
        {endedAt ? `已於 ${shownTime(endedAt)} 結束` : periodOf(definition, now)}
      </p>
      {!endedAt && (
        <>
          <button type="button" className="link" onClick={edit}>
            編輯 {uid}
          </button>
          <details>
            <summary className="min-h-11 py-2">結束這張優惠券</summary>
            <form onSubmit={submit} className="grid max-w-sm gap-3" aria-label={`結束 ${uid}`}>
              <ReasonLine label="結束原因" hint="結束後無法恢復；已下單的訂單不受影響" value={reason} set={setReason} />
              <Fault>{fault}</Fault>
              <Action busy={busy} line>
                結束
              </Action>
            </form>
          </details>
        </>
      )}
    </li>
  );
}
