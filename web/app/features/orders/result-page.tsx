import type { OrderAnswer } from '@nordhaut/contracts';
import { formatMoney } from '@nordhaut/contracts';
import { CircleCheck, CircleX, Hourglass, PackageCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announce } from '../../lib/announce.ts';
import { focusHeading } from '../../lib/focus.ts';
import { useShop } from '../../lib/shop.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Connection } from './connection.tsx';
import { confirmPayment } from './confirm-payment.ts';
import { CopyButton } from './copy-button.tsx';
import { headings, messages } from './messages.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { useLiveOrder } from './use-live-order.ts';

const LOOKS: Record<Outcome, { Icon: typeof CircleCheck; tone: string; text: string }> = {
  paid: { Icon: CircleCheck, tone: 'bg-brand-soft text-ok', text: messages.paid },
  cod: { Icon: PackageCheck, tone: 'bg-hydrate text-brand', text: messages.cod },
  failed: { Icon: CircleX, tone: 'bg-danger-soft text-danger', text: messages.failed },
  later: { Icon: PackageCheck, tone: 'bg-hydrate text-brand', text: messages.later },
  confirming: { Icon: Hourglass, tone: 'bg-amber-soft text-amber', text: messages.confirming },
};
/** ms between questions to the bank while it has not said anything; at once, since the page may come as the server rendered it */
const ASK_AGAIN = [0, 3_000, 6_000, 12_000, 24_000, 48_000];

type Props = { start: OrderAnswer; onOutcome: (outcome: Outcome, order: OrderAnswer['order']) => void };

/** What became of an order, as the shop's server says it; the bank's redirect is never believed. */
export function ResultPage({ start, onOutcome }: Props) {
  const { answer, connection, updatedAt, refresh } = useLiveOrder(start);
  const { order, displayStatus } = answer;
  const outcome = outcomeOf(displayStatus.code);
  const { brand } = useShop();
  const { Icon, tone, text } = LOOKS[outcome];

  useEffect(() => {
    document.title = `${headings[outcome]}｜${brand}`;
  }, [outcome, brand]);
  const before = useRef<Outcome>(undefined);
  const tell = useRef(onOutcome);
  useEffect(() => {
    if (before.current !== undefined && before.current !== outcome) {
      announce(`${headings[outcome]}。${LOOKS[outcome].text}`, 'assertive');
      focusHeading();
    }
    before.current = outcome;
  }, [outcome]);
  const told = useRef(order);
  useEffect(() => {
    told.current = order;
  });
  const { orderNo, paymentUrl } = order;
  useEffect(() => tell.current(outcome, told.current), [outcome, orderNo, paymentUrl]);
  useEffect(() => {
    if (outcome !== 'confirming') return;
    let turn = 0;
    let timer = setTimeout(() => void ask(), ASK_AGAIN[0]);
    async function ask(): Promise<void> {
      await confirmPayment(orderNo);
      await refresh();
      const wait = ASK_AGAIN[++turn];
      if (wait !== undefined) timer = setTimeout(() => void ask(), wait);
    }
    return () => {
      turn = ASK_AGAIN.length;
      clearTimeout(timer);
    };
  }, [outcome, orderNo, refresh]);

  return (
    <div className="page max-w-2xl py-12">
      <div className="grid justify-items-center gap-5 rounded-3 border border-line bg-surface px-5 py-10 text-center wide:px-10">
        <span className={`grid size-20 place-items-center rounded-full ${tone}`}>
          <Icon size={40} aria-hidden />
        </span>
        <h1 className="text-h2">{headings[outcome]}</h1>
        <div className="measure grid gap-1 text-ink-2">
          <p className={outcome === 'failed' ? 'font-semibold text-danger' : ''}>{text}</p>
          {outcome === 'failed' && displayStatus.code !== 'CANCELLED' && (
            <p>{order.notCharged ? messages.failedDetail : messages.failedUnclear}</p>
          )}
          {outcome === 'confirming' && paymentUrl && <p>{messages.payAnew}</p>}
          {outcome === 'confirming' && (
            <noscript>
              <p>{messages.confirmingWithoutScript}</p>
            </noscript>
          )}
          {(outcome === 'later' || displayStatus.code === 'CANCELLED') && <p>訂單狀態：{displayStatus.label}</p>}
        </div>
        <dl className="grid w-full gap-2 rounded-2 bg-paper p-4 text-start">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <dt className="text-ink-2">訂單編號</dt>
            <dd className="num flex flex-wrap items-center font-semibold">
              {order.orderNo}
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
        </dl>
        {outcome === 'confirming' && <Connection connection={connection} updatedAt={updatedAt} />}
        <div className="flex flex-wrap justify-center gap-3">
          {outcome === 'failed' ? (
            <>
              <LinkButton to="/payment">回購物車</LinkButton>
              <LinkButton to="/product" look="line">
                返回商品頁
              </LinkButton>
            </>
          ) : (
            <>
              {outcome === 'confirming' && paymentUrl && (
                <>
                  <a className="btn btn-line" href={paymentUrl}>
                    繼續 3D 驗證
                  </a>
                  <LinkButton to="/payment" look="line">
                    回購物車重新付款
                  </LinkButton>
                </>
              )}
              <LinkButton to={`/search-order?id=${orderNo}`}>查看訂單</LinkButton>
              {outcome !== 'confirming' && (
                <LinkButton to="/product" look="line">
                  繼續購物
                </LinkButton>
              )}
            </>
          )}
        </div>
        {outcome !== 'failed' && <p className="text-sm text-ink-3">請保存訂單編號，可隨時於「訂單查詢」查看進度。</p>}
      </div>
    </div>
  );
}
