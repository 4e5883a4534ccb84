import type { OrderAnswer } from '@nordhaut/contracts';
import { messages } from './messages.ts';
import { ReturnSteps } from './return-terms.tsx';

type Order = OrderAnswer['order'];

const box = 'measure rounded-2 bg-brand-soft p-3 text-sm';

/** A notice about the current state. */
export function StatusNotice({ order }: { order: Order }) {
  const { phase, payment } = order.facts;
  switch (phase) {
    case 'payment-failed':
      return <p className="measure text-sm text-ink-2">{order.notCharged ? messages.failedDetail : messages.failedUnclear}</p>;
    case 'return-requested':
      return (
        <div className={`${box} grid gap-3`}>
          <p>{messages.returned}</p>
          <ReturnSteps byTransfer={payment === 'collected'} />
        </div>
      );
    case 'returning':
      return (
        <div className={box}>
          <ReturnSteps byTransfer={payment === 'collected'} approved />
        </div>
      );
    default:
      return null;
  }
}

/** How a refund reaches the buyer. */
export function refundText({ facts: { refund, phase } }: Order): string | undefined {
  if (refund.state === 'none') return undefined;
  if (refund.state === 'paid') return messages.paidBack;
  return phase === 'not-collected' || phase === 'cancelled' || phase === 'payment-failed' ? messages.goesBack : messages.returnGoesBack;
}
