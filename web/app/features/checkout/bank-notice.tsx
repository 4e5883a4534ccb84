import { LinkButton, Button } from '../../ui/button.tsx';
import { headings } from './messages.ts';
import { useSession } from './session.ts';

/** Back from the bank's page without an end: the order waits there. */
export function BankNotice() {
  const atBank = useSession((session) => session.atBank);
  if (!atBank) return null;
  const { orderNo, paymentUrl } = atBank;
  return (
    <section aria-label={headings.bank} className="grid gap-3 rounded-3 border border-amber bg-amber-soft p-5">
      <h2 className="text-h3">{headings.bank}</h2>
      <p className="num">訂單 {orderNo} 尚未完成 3D 驗證，還沒有扣款。可以回到銀行頁面繼續，或直接重新付款。</p>
      <div className="flex flex-wrap gap-3">
        <a className="btn btn-line" href={paymentUrl}>
          繼續 3D 驗證
        </a>
        <LinkButton look="line" to={`/result?order_number=${orderNo}`}>
          查看付款結果
        </LinkButton>
        <Button look="quiet" onClick={() => useSession.setState({ atBank: undefined })}>
          不用了
        </Button>
      </div>
    </section>
  );
}
