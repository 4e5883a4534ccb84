import type { OrderAnswer } from '@nordhaut/contracts';
import { ExternalLink, PackageSearch } from 'lucide-react';
import { useHydrated } from '../../lib/browser.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Connection } from './connection.tsx';
import { CopyButton } from './copy-button.tsx';
import { focusOn } from '../../lib/focus.ts';
import { headings, messages } from './messages.ts';
import { OrderFacts, OrderItems, PickupFacts, SHIPPING_HEADING, ShippingFacts } from './order-parts.tsx';
import { progressOf } from './progress.ts';
import { ProofForm } from './proof-form.tsx';
import { ReturnForm } from './return-form.tsx';
import { Timeline } from './timeline.tsx';
import { StatusNotice } from './status-notice.tsx';
import { useLiveOrder } from './use-live-order.ts';

const ORDER_HEADING = 'order-heading';

/** An order as the look-up shows it; moves by itself once the page is alive. Key it by the order's number. */
export function OrderPanel({ start }: { start: OrderAnswer }) {
  const { answer, connection, updatedAt, refresh } = useLiveOrder(start);
  const hydrated = useHydrated();
  const { order, displayStatus } = answer;
  const proven = order.personal === 'full';

  async function shown(): Promise<boolean> {
    const known = await refresh();
    // The form is gone or about to go: what it was for is in the card above.
    if (known) focusOn(SHIPPING_HEADING);
    return known;
  }
  async function returned(): Promise<void> {
    await refresh();
    focusOn(ORDER_HEADING);
  }
  return (
    <article aria-labelledby={ORDER_HEADING} className="grid gap-8">
      <header className="grid gap-4 rounded-3 border border-line bg-surface p-5 wide:p-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2">
            <h2 id={ORDER_HEADING} className="font-sans! text-base font-semibold">
              訂單編號 <span className="num text-lg">{order.orderNo}</span>
            </h2>
            <CopyButton text={order.orderNo} what="訂單編號" />
          </div>
          {order.tracking && <ParcelLink tracking={order.tracking} hidden={!proven} />}
        </div>
        <div className="border-t border-line pt-4">
          <p className="text-sm text-ink-2">{headings.status}</p>
          <p className="text-h3 leading-snug font-semibold">{displayStatus.label}</p>
          {order.facts.parcel && !displayStatus.label.startsWith(order.facts.parcel.label) && (
            <p className="text-ink-2">物流狀態：{order.facts.parcel.label}</p>
          )}
          <Connection connection={connection} updatedAt={updatedAt} />
        </div>
        <StatusNotice order={order} displayStatus={displayStatus} />
      </header>
      <div className="grid items-start gap-8 desk:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-8">
          <Timeline steps={progressOf(answer)} />
          <OrderItems order={order} />
        </div>
        <div className="grid gap-4">
          <PickupFacts order={order} />
          <OrderFacts order={order} status={displayStatus.label} />
          <ShippingFacts order={order} />
          {hydrated && order.personal === 'masked' && <ProofForm orderNo={order.orderNo} onProven={shown} />}
          {hydrated && proven && order.facts.actions.return.open && <ReturnForm orderNo={order.orderNo} onDone={returned} />}
        </div>
      </div>
    </article>
  );
}

type ParcelLinkProps = { tracking: NonNullable<OrderAnswer['order']['tracking']>; hidden: boolean };

/** The carrier's own page asks for the number, so the way there takes it along in the clipboard, where it is known. */
function ParcelLink({ tracking: { url, number }, hidden }: ParcelLinkProps) {
  const copy = () => {
    if (!number) return;
    navigator.clipboard?.writeText(number).then(
      () => toast(`已複製物流編號 ${number}`, 'ok'),
      () => {},
    );
  };
  return (
    <div className="grid gap-1">
      <a href={url} target="_blank" rel="noopener noreferrer" onClick={copy} className="btn btn-line">
        <PackageSearch size={18} aria-hidden />
        包裹查詢
        <ExternalLink size={14} aria-hidden />
        <span className="sr-only">（另開新視窗，物流業者網站）</span>
      </a>
      {number && <p className="num text-sm text-ink-2">物流編號 {number}</p>}
      {!number && hidden && <p className="text-sm text-ink-2">{messages.numberHidden}</p>}
    </div>
  );
}
