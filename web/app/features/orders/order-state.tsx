import type { OrderAnswer } from '@nordhaut/contracts';
import { Clauses } from '../../ui/clauses.tsx';
import { arrivalOf, closedOf, periodText } from './arrival.ts';
import { headlineOf, paymentLine, refundLine, refundText } from './headline.ts';
import { headings, messages } from './messages.ts';

/** The order's state: headline, payment, refund and expected arrival. `now`: as in `OrderPanel` */
export function OrderState({ answer, now }: { answer: OrderAnswer; now: Date }) {
  const { order } = answer;
  const arrival = arrivalOf(order, now);
  const closed = closedOf(order, now);
  const payment = paymentLine(order);
  const refund = refundLine(order.facts);
  return (
    <div>
      <h2 className="font-sans! text-sm font-normal text-ink-2">{headings.status}</h2>
      <p className="text-h2 leading-snug font-semibold break-keep">{headlineOf(answer)}</p>
      {payment && <p className="num text-ink-2">{payment}</p>}
      {refund && (
        <p className="num mt-1">
          <strong>{refund}</strong>
          <span className="block text-sm text-ink-2">{refundText(order.facts)}</span>
        </p>
      )}
      {arrival && (
        <p className="num mt-1">
          {order.delivery.type === 'CVS' ? '預計到店' : '預計送達'} <strong className="inline-block">{periodText(arrival)}</strong>
          <span className="block text-sm text-ink-3">{messages.estimated}</span>
        </p>
      )}
      {closed && (
        <p className="num mt-1">
          <Clauses of={closed} />
        </p>
      )}
    </div>
  );
}
