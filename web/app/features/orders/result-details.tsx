import { formatMoney, type OrderAnswer } from '@nordhaut/contracts';
import { Clauses } from '../../ui/clauses.tsx';
import { arrivalOf, closedOf, periodText } from './arrival.ts';
import { CopyButton } from './copy-button.tsx';
import { headings, messages, NEXT } from './messages.ts';
import { OrderItems, PickupFacts, ShippingFacts } from './order-parts.tsx';
import { OrderNumber } from './order-number.tsx';
import { ReceiptCode } from './receipt-code.tsx';

type Order = OrderAnswer['order'];

/** Number, amount and payment of an order. `now`: as in `OrderPanel` */
export function ResultNumbers({ order, now }: { order: Order; now: Date }) {
  const arrival = arrivalOf(order, now);
  const closed = closedOf(order, now);
  return (
    <dl className="grid w-full gap-2 rounded-2 bg-paper p-4 text-start">
      <div className="grid gap-x-4 wide:flex wide:items-center wide:justify-between">
        <dt className="text-ink-2">訂單編號</dt>
        <dd className="flex flex-wrap items-center justify-between gap-x-4 font-semibold">
          <OrderNumber orderNo={order.orderNo} className="text-[0.9375rem] wide:text-lg" />
          <CopyButton text={order.orderNo} what="訂單編號" />
        </dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-ink-2">金額</dt>
        <dd className="num">{formatMoney(order.total)}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-ink-2">付款方式</dt>
        <dd>{order.paymentLabel}</dd>
      </div>
      {arrival && (
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">{order.delivery.type === 'CVS' ? '預計到店' : '預計送達'}</dt>
          <dd className="num font-semibold">{periodText(arrival)}</dd>
          <dd className="w-full text-sm text-ink-3 wide:text-end">{messages.estimated}</dd>
          {closed && (
            <dd className="w-full wide:text-end">
              <Clauses of={closed} />
            </dd>
          )}
        </div>
      )}
    </dl>
  );
}

/** The lines, the recipient and the next steps of an order. */
export function ResultDetails({ order, receipt }: { order: Order; receipt: string | undefined }) {
  const next = NEXT[order.facts.phase];
  return (
    <div className="mt-8 grid gap-8">
      {next && (
        <section aria-labelledby="next-heading">
          <h2 id="next-heading" className="mb-3 text-h3">
            {headings.next}
          </h2>
          <ol className="list-decimal ps-5 text-pretty">
            {next.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </section>
      )}
      <OrderItems order={order} />
      <div className="grid gap-4">
        <PickupFacts order={order} />
        <ShippingFacts order={order} />
      </div>
      <ReceiptCode receipt={receipt} />
    </div>
  );
}
