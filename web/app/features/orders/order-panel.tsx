import type { OrderAnswer } from '@nordhaut/contracts';
import { Printer } from 'lucide';
import { useRef, useState } from 'react';
import { focusOn } from '../../lib/focus.ts';
import { askedPart } from '../../lib/asked-part.ts';
import { useShop } from '../../lib/shop.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Connection } from './connection.tsx';
import { CopyButton } from './copy-button.tsx';
import { OrderActions, type Wish } from './order-actions.tsx';
import { OrderNumber } from './order-number.tsx';
import { OrderFacts, OrderItems, PickupFacts, SHIPPING_HEADING, ShippingFacts } from './order-parts.tsx';
import { OrderState } from './order-state.tsx';
import { isToBeCollected } from './pickup.ts';
import { progressOf, upcomingOf } from './progress.ts';
import { ReceiptCode } from './receipt-code.tsx';
import { StatusNotice } from './status-notice.tsx';
import { Timeline } from './timeline.tsx';
import { useLiveOrder } from './use-live-order.ts';

const ORDER_HEADING = 'order-heading';

/** Few buyers use these, so they are loaded when the buyer asks for them. */
const ReturnForm = askedPart(() => import('./return-form.tsx').then((module) => module.ReturnForm), <div className="min-h-96" />);
const CancelDialog = askedPart(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog));
const ProofForm = askedPart(() => import('./proof-form.tsx').then((module) => module.ProofForm));

type Props = { start: OrderAnswer; now: Date; asMember?: boolean; begin?: Wish | undefined };

/**
 * An order in the look-up or in the member area (`asMember`), with live updates after hydration. It needs the order number
 * as key. `begin`: the form that is open from the start. `now`: when the order was loaded; where the server rendered it, by the server's
 * clock, because the device's may be wrong
 */
export function OrderPanel({ start, now, asMember = false, begin }: Props) {
  const { answer, connection, updatedAt, refresh } = useLiveOrder(start);
  const [wish, setWish] = useState<Wish | undefined>(begin);
  /** The focus goes back to what opened a form. */
  const opener = useRef<Element>(null);
  const { brand } = useShop();
  const { order } = answer;
  const proven = order.personal === 'full';
  const { actions, phase } = order.facts;
  const waitsAtStore = phase === 'at-store' && isToBeCollected(order);

  async function proved(): Promise<boolean> {
    const known = await refresh();
    // After a proof to see the data, the data replaces the form.
    if (known && wish === 'data') focusOn(SHIPPING_HEADING);
    return known;
  }
  async function done(): Promise<void> {
    await refresh();
    setWish(undefined);
    focusOn(ORDER_HEADING);
  }
  function open(next: Wish): void {
    opener.current = document.activeElement;
    setWish(next);
  }
  function close(): void {
    setWish(undefined);
    // The form for the data stands in place of its button.
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    else focusOn(SHIPPING_HEADING);
  }
  const proof = (purpose: Wish) => <ProofForm orderNo={order.orderNo} purpose={purpose} onProven={proved} onClose={close} />;
  const asksProof = wish !== undefined && order.personal === 'masked';

  return (
    <article aria-labelledby={ORDER_HEADING} className="order-print grid gap-6">
      <p translate="no" className="hidden font-semibold uppercase print:block">
        {brand}
      </p>
      <div className="grid gap-4 rounded-3 border border-line bg-surface p-5 wide:p-6">
        <OrderState answer={answer} now={now} />
        <StatusNotice order={order} />
        <OrderActions order={order} now={now} onWish={open} />
        {asksProof && wish !== 'data' && proof(wish)}
        <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-3">
          <div className="flex min-w-0 flex-wrap items-end gap-x-3">
            <h2 id={ORDER_HEADING} className="font-sans! text-base font-semibold">
              <span className="block text-sm font-normal text-ink-2">訂單編號</span>{' '}
              <OrderNumber orderNo={order.orderNo} className="block leading-11" />
            </h2>
            <CopyButton text={order.orderNo} what="訂單編號" />
          </div>
          <Connection connection={connection} updatedAt={updatedAt} />
        </div>
      </div>
      <CancelDialog order={order} open={proven && wish === 'cancel' && actions.cancel.open} onClose={close} onDone={done} />
      {waitsAtStore && <PickupFacts order={order} />}
      <div className="order-print-columns grid items-start gap-8 desk:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-8">
          {proven && wish === 'return' && actions.return.open && (
            <ReturnForm order={order} asMember={asMember} onClose={close} onDone={done} />
          )}
          <Timeline steps={progressOf(answer)} upcoming={upcomingOf(order)} />
          <OrderItems order={order} />
        </div>
        <div className="grid gap-4 desk:sticky desk:top-24 print:static">
          {!waitsAtStore && <PickupFacts order={order} />}
          <OrderFacts order={order} status={answer.displayStatus.label} />
          <ShippingFacts order={order} onAsk={() => open('data')} proof={asksProof && wish === 'data' ? proof(wish) : undefined} />
          <Button look="quiet" className="-ms-4 justify-self-start print:hidden noscript:hidden" onClick={() => print()}>
            <Icon of={Printer} size={18} />
            列印訂單
          </Button>
          <ReceiptCode receipt={answer.receipt} />
        </div>
      </div>
    </article>
  );
}
