import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { messages as orderMessages } from '../orders/messages.ts';
import { resultPath } from '../checkout/flow.ts';
import { headings } from '../checkout/messages.ts';
import { useWaitingOrder, type WaitingOrder } from './waiting-order.ts';

const HEADINGS: Record<WaitingOrder['state'], string> = {
  asking: headings.bankAsking,
  unclear: headings.bankAsking,
  waiting: headings.bank,
  paid: headings.bankPaid,
  failed: headings.bankFailed,
};

function textOf({ state, orderNo, notCharged }: WaitingOrder): string {
  switch (state) {
    case 'asking':
      return `正在向銀行確認訂單 ${orderNo} 的付款結果…`;
    case 'unclear':
      return `目前無法確認訂單 ${orderNo} 的付款結果，請稍後再試一次。`;
    case 'waiting':
      return `訂單 ${orderNo} 尚未完成 3D 驗證${notCharged ? '，還沒有扣款' : ''}。${orderMessages.payAnew}`;
    case 'paid':
      return `訂單 ${orderNo} 已付款，不需要再付一次。`;
    case 'failed':
      return `訂單 ${orderNo} 的付款未完成。${notCharged ? orderMessages.failedDetail : orderMessages.failedUnclear}`;
  }
}

/** Shown after a return from the bank's page without a result: the order's state on the server, and the next actions. */
export function BankNotice({ active }: { active: boolean }) {
  const { waiting, again, dismiss } = useWaitingOrder(active);
  if (!waiting) return null;
  const { state, orderNo, paymentUrl } = waiting;
  const look =
    state === 'paid' ? 'border-ok bg-brand-soft' : state === 'failed' ? 'border-danger bg-danger-soft' : 'border-amber bg-amber-soft';
  return (
    <section aria-labelledby="bank-heading" aria-busy={state === 'asking'} className={`grid gap-3 rounded-3 border p-5 ${look}`}>
      <div role="status" className="grid gap-3">
        <h2 id="bank-heading" className="text-h3">
          {HEADINGS[state]}
        </h2>
        {/* Space for the longest text and for the actions is reserved, so that nothing below moves when the answer arrives. */}
        <p className="num min-h-[7em] desk:min-h-[3.5em]">{textOf(waiting)}</p>
      </div>
      {state === 'asking' ? (
        <div className="min-h-12" />
      ) : (
        <Ways>
          {state === 'waiting' && paymentUrl && (
            <a className="btn btn-line" href={paymentUrl}>
              繼續 3D 驗證
            </a>
          )}
          {state === 'unclear' && (
            <Button look="line" onClick={again}>
              再試一次
            </Button>
          )}
          {state === 'failed' ? (
            <Button look="line" onClick={dismiss}>
              知道了
            </Button>
          ) : (
            <LinkButton look="line" to={resultPath(orderNo, 'CREDIT')}>
              {state === 'paid' ? '查看訂單' : '查看付款結果'}
            </LinkButton>
          )}
        </Ways>
      )}
    </section>
  );
}

const Ways = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap gap-3">{children}</div>;
