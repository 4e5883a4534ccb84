import { formatMoney, type OrderAnswer } from '@nordhaut/contracts';
import { ExternalLink, PackageSearch } from 'lucide-react';
import { useHydrated } from '../../lib/browser.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Connection } from './connection.tsx';
import { CopyButton } from './copy-button.tsx';
import { headings, messages } from './messages.ts';
import { OrderFacts, OrderItems, PickupFacts, ShippingFacts } from './order-parts.tsx';
import { ProofForm } from './proof-form.tsx';
import { ReturnForm } from './return-form.tsx';
import { Timeline } from './timeline.tsx';
import { useLiveOrder } from './use-live-order.ts';

/** An order as the look-up shows it; moves by itself once the page is alive. Key it by the order's number. */
export function OrderPanel({ start }: { start: OrderAnswer }) {
  const { answer, connection, updatedAt, refresh } = useLiveOrder(start);
  const hydrated = useHydrated();
  const { order, displayStatus, timeline } = answer;
  const proven = order.personal === 'full';
  return (
    <article aria-labelledby="order-heading" className="grid gap-8">
      <header className="grid gap-4 rounded-3 border border-line bg-surface p-5 wide:p-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2">
            <h2 id="order-heading" className="font-sans! text-base font-semibold">
              訂單編號 <span className="num text-lg">{order.orderNo}</span>
            </h2>
            <CopyButton text={order.orderNo} what="訂單編號" />
          </div>
          {order.tracking && <ParcelLink tracking={order.tracking} />}
        </div>
        <div className="border-t border-line pt-4">
          <p className="text-sm text-ink-2">{headings.status}</p>
          <p className="text-h3 leading-snug font-semibold">{displayStatus.label}</p>
          {order.parcel && order.parcel.label !== displayStatus.label && <p className="text-ink-2">物流狀態：{order.parcel.label}</p>}
          <Connection connection={connection} updatedAt={updatedAt} />
        </div>
        {displayStatus.code === 'AWAITING_PAYMENT' &&
          (order.paymentUrl ? (
            <a href={order.paymentUrl} className="btn justify-self-start">
              前往 3D 驗證，付款 {formatMoney(order.total)}
            </a>
          ) : (
            <p className="text-sm text-ink-2">驗證收件人身分後，即可由此前往 3D 驗證頁面完成付款。</p>
          ))}
        {order.returnedAt && displayStatus.code === 'RETURN_APPLY' && (
          <p className="rounded-2 bg-brand-soft p-3 text-sm">{messages.returned}</p>
        )}
      </header>
      <div className="grid items-start gap-8 desk:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-8">
          <Timeline timeline={timeline} />
          <OrderItems order={order} />
        </div>
        <div className="grid gap-4">
          <PickupFacts order={order} timeline={timeline} />
          <OrderFacts order={order} status={displayStatus.label} />
          <ShippingFacts order={order} />
          {hydrated && order.personal === 'masked' && <ProofForm orderNo={order.orderNo} onProven={refresh} />}
          {hydrated && proven && order.canReturn && <ReturnForm orderNo={order.orderNo} onDone={refresh} />}
        </div>
      </div>
    </article>
  );
}

/** The carrier's own page asks for the number, so the way there takes it along in the clipboard. */
function ParcelLink({ tracking: { url, number } }: { tracking: NonNullable<OrderAnswer['order']['tracking']> }) {
  const copy = () => {
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
    </div>
  );
}
