import type { OrderAnswer } from '@nordhaut/contracts';
import { messages } from './messages.ts';
import { OrderLink } from './order-parts.tsx';
import { ReturnSteps } from './return-steps.tsx';

type Order = OrderAnswer['order'];

const box = 'measure rounded-2 bg-brand-soft p-3 text-sm';

/** A notice about the current state. */
export function StatusNotice({ order }: { order: Order }) {
  const { phase, refund } = order.facts;
  switch (phase) {
    case 'payment-failed':
      return <p className="measure text-sm break-keep text-ink-2">{order.notCharged ? messages.failedDetail : messages.failedUnclear}</p>;
    case 'return-requested':
      return (
        <div className={`${box} grid gap-3`}>
          <p>{messages.returned}</p>
          <ReturnSteps order={order} />
        </div>
      );
    case 'returning':
      return (
        <div className={box}>
          {/* The money of the goods is owed from their receipt on. The server of an earlier release does not say what is owed. */}
          <ReturnSteps order={order} approved received={refund.ofReturn ?? refund.state === 'owed'} />
        </div>
      );
    default:
      return <SentAgain order={order} />;
  }
}

/** The label stays that of the first parcel (spec/2-accounts-and-members §4), so this says that the goods come with another order. */
function SentAgain({ order: { linked } }: { order: Order }) {
  const again = linked?.orders.filter(({ kind, ended }) => kind === 'RESEND' && !ended) ?? [];
  if (again.length === 0) return null;
  return (
    <div className={`${box} num`}>
      <p>{messages.sentAgain}</p>
      {again.map(({ orderNo }) => (
        <p key={orderNo}>
          補寄訂單：
          <OrderLink orderNo={orderNo} />
        </p>
      ))}
    </div>
  );
}
