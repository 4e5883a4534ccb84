import { formatMoney, type OrderAnswer } from '@nordhaut/contracts';
import { LinkButton } from '../../ui/button.tsx';
import { messages } from './messages.ts';

/** What the server adds to the label of an order that ended while its money is still to go back (spec/2 §4). */
const REFUND_PROCESSING = '退款處理中';

/** What the buyer can or need not do about the present status. */
export function StatusNotice({ order, displayStatus: { code, label } }: Pick<OrderAnswer, 'order' | 'displayStatus'>) {
  if (code === 'AWAITING_PAYMENT')
    return order.paymentUrl ? (
      <a href={order.paymentUrl} className="btn justify-self-start">
        前往 3D 驗證，付款 {formatMoney(order.total)}
      </a>
    ) : (
      <p className="text-sm text-ink-2">驗證收件人身分後，即可由此前往 3D 驗證頁面完成付款。</p>
    );
  if (code === 'PAYMENT_FAILED')
    return (
      <div className="grid justify-items-start gap-3">
        <p className="measure text-sm text-ink-2">{order.notCharged ? messages.failedDetail : messages.failedUnclear}</p>
        <LinkButton to="/payment">回購物車</LinkButton>
      </div>
    );
  if (code === 'RETURN_APPLY' && order.returnedAt) return <p className="rounded-2 bg-brand-soft p-3 text-sm">{messages.returned}</p>;
  if (label.includes(REFUND_PROCESSING)) return <p className="rounded-2 bg-brand-soft p-3 text-sm">{messages.goesBack}</p>;
  return null;
}
