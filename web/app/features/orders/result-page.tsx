import type { OrderAnswer } from '@nordhaut/contracts';
import { CircleCheck, CircleX, Hourglass, PackageCheck, PackageX } from 'lucide';
import { useEffect, useRef } from 'react';
import { announce } from '../../lib/announce.ts';
import { focusHeading } from '../../lib/focus.ts';
import { useShop } from '../../lib/shop.ts';
import { useCart } from '../../lib/stores/cart.ts';
import { useMember } from '../../lib/stores/member.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon, type Shapes } from '../../ui/icon.tsx';
import { Connection } from './connection.tsx';
import { confirmPayment } from './confirm-payment.ts';
import { headlineOf, refundLine, refundText } from './headline.ts';
import { headings, messages } from './messages.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { ResultDetails, ResultNumbers } from './result-details.tsx';
import { useLiveOrder } from './use-live-order.ts';

const LOOKS: Record<Outcome, { icon: Shapes; tone: string; text: string }> = {
  paid: { icon: CircleCheck, tone: 'bg-brand-soft text-ok', text: messages.paid },
  cod: { icon: PackageCheck, tone: 'bg-hydrate text-brand', text: messages.cod },
  failed: { icon: CircleX, tone: 'bg-danger-soft text-danger', text: messages.failed },
  cancelled: { icon: PackageX, tone: 'bg-sunken text-ink-2', text: messages.cancelled },
  later: { icon: PackageCheck, tone: 'bg-hydrate text-brand', text: messages.later },
  confirming: { icon: Hourglass, tone: 'bg-amber-soft text-amber', text: messages.confirming },
};
/** These have the same parts at the same height: nothing moves when a payment that is being confirmed fails. */
const UNSURE: readonly Outcome[] = ['confirming', 'failed'];
/** The room of the longest text, because the page may have waited for the bank. */
const WAITED = 'min-h-22 wide:min-h-15';
/** ms between confirmations while the payment waits. The first one is immediate, because the server renders the page without it. */
const ASK_AGAIN = [0, 3_000, 6_000, 12_000, 24_000, 48_000];

/** Says where cash is paid: an order to a store has no courier. */
const textOf = (outcome: Outcome, { pickup }: OrderAnswer['order']['facts']): string =>
  outcome === 'cod' && pickup ? messages.payAtStore : LOOKS[outcome].text;

type Props = { start: OrderAnswer; now: Date; onOutcome: (outcome: Outcome, order: OrderAnswer['order']) => void };

/** The outcome of an order, as the shop's server reports it. The page never trusts the bank's redirect. `now`: as in `OrderPanel` */
export function ResultPage({ start, now, onOutcome }: Props) {
  const { answer, connection, updatedAt, refresh } = useLiveOrder(start);
  const { order } = answer;
  const outcome = outcomeOf(order.facts);
  const { brand } = useShop();
  const { icon, tone } = LOOKS[outcome];
  // The bank's app leads back in the phone's browser, also to a buyer who ordered in that of LINE or Facebook. It is also empty where the
  // buyer has ordered again. A member's cart is the same everywhere.
  const isCartEmpty = useCart(({ status, items, claimed }) => status === 'ready' && items.length + claimed.length === 0);
  const text = textOf(outcome, order.facts);

  useEffect(() => {
    document.title = `${headings[outcome]}｜${brand}`;
  }, [outcome, brand]);
  const before = useRef<Outcome>(undefined);
  const tell = useRef(onOutcome);
  useEffect(() => {
    if (before.current !== undefined && before.current !== outcome) {
      announce(`${headings[outcome]}。${text}`, 'assertive');
      focusHeading();
    }
    before.current = outcome;
  }, [outcome, text]);
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
    <div className="order-print page max-w-2xl py-8 wide:py-12">
      <div className="relative grid justify-items-center gap-5 rounded-3 border border-line bg-surface px-3 py-8 text-center wide:px-10">
        {/* In the corner and with room for three lines: nothing moves when the bank's answer arrives. */}
        {outcome === 'confirming' && (
          <div className="absolute end-4 top-1">
            <Connection connection={connection} updatedAt={updatedAt} />
          </div>
        )}
        <span className={`grid size-20 place-items-center rounded-full ${tone}`}>
          <Icon of={icon} size={40} />
        </span>
        <h1 className="text-h2">{headings[outcome]}</h1>
        <div
          className={`measure grid gap-1 text-ink-2 break-keep [&>p]:text-balance ${outcome === 'cod' ? '' : WAITED} ${UNSURE.includes(outcome) ? 'content-start' : 'content-center'}`}
        >
          <p className={outcome === 'failed' ? 'font-semibold text-danger' : ''}>{text}</p>
          <OutcomeDetail answer={answer} outcome={outcome} isCartEmpty={isCartEmpty} />
        </div>
        <ResultNumbers order={order} now={now} />
        <Ways order={order} outcome={outcome} isCartEmpty={isCartEmpty} />
        {!UNSURE.includes(outcome) && outcome !== 'cancelled' && (
          <p className="text-sm text-balance break-keep text-ink-3">請保存訂單編號，可隨時於「訂單查詢」查看進度。</p>
        )}
      </div>
      <ResultDetails order={order} receipt={outcome === 'failed' ? undefined : answer.receipt} />
      {outcome === 'confirming' && order.facts.actions.pay.open && (
        <p className="mt-8 text-sm text-pretty text-ink-2">{messages.payAnew}</p>
      )}
    </div>
  );
}

type PartProps = { order: OrderAnswer['order']; outcome: Outcome; isCartEmpty: boolean };

function OutcomeDetail({ answer, outcome, isCartEmpty }: Omit<PartProps, 'order'> & { answer: OrderAnswer }) {
  const { order } = answer;
  const status = headlineOf(answer);
  const refund = refundLine(order.facts);
  switch (outcome) {
    case 'failed':
      if (!order.notCharged) return <p>{messages.failedUnclear}</p>;
      return <p>{isCartEmpty ? messages.notCharged : messages.failedDetail}</p>;
    case 'confirming':
      return (
        <noscript>
          <p>{messages.confirmingWithoutScript}</p>
        </noscript>
      );
    case 'cancelled':
    case 'later':
      return (
        <>
          {status !== headings[outcome] && <p>目前狀態：{status}</p>}
          {refund && (
            <p className="num">
              <strong>{refund}</strong>，{refundText(order.facts)}
            </p>
          )}
        </>
      );
    case 'paid':
    case 'cod':
      return order.facts.phase === 'preparing' ? null : <p>目前狀態：{status}</p>;
  }
}

/**
 * The next actions. A member sees the order in the member area, a guest in the look-up (spec/3-purchase-flow §2). Without proof the
 * link to the bank goes there as well, and the look-up requests the proof.
 */
function Ways({ order: { orderNo, paymentUrl, facts }, outcome, isCartEmpty }: PartProps) {
  const isMember = useMember(({ status }) => status === 'member');
  const lookUp = isMember ? `/member/order?order_number=${orderNo}` : `/search-order?id=${orderNo}`;
  return (
    <div className="flex flex-wrap justify-center gap-3 print:hidden">
      {outcome === 'failed' && isCartEmpty && !isMember && (
        <p className="measure text-balance break-keep">
          這個瀏覽器的購物車是空的。若您在其他&nbsp;App（如&nbsp;LINE）或瀏覽器下單，購物車與填寫的資料會保留在那裡。
        </p>
      )}
      {outcome === 'failed' && !isCartEmpty && (
        <>
          <LinkButton to="/payment?to=PAY">重新付款</LinkButton>
          <LinkButton to="/payment" look="line">
            回購物車
          </LinkButton>
        </>
      )}
      {outcome === 'confirming' && facts.actions.pay.open && (
        <>
          <a className="btn" href={paymentUrl ?? lookUp}>
            繼續 3D 驗證
          </a>
          <LinkButton to="/payment" look="line">
            回購物車重新付款
          </LinkButton>
        </>
      )}
      {outcome !== 'failed' && (
        <LinkButton to={lookUp} look={outcome === 'confirming' && facts.actions.pay.open ? 'line' : 'main'}>
          查看訂單
        </LinkButton>
      )}
      {outcome !== 'confirming' && (
        <LinkButton to="/product" look="line">
          {outcome === 'failed' ? '返回商品頁' : '繼續購物'}
        </LinkButton>
      )}
    </div>
  );
}
