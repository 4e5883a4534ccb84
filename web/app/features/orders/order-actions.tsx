import { dayOf, formatMoney, type OrderAnswer } from '@nordhaut/contracts';
import { ExternalLink, PackageSearch } from 'lucide';
import { useHydrated } from '../../lib/browser.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { headings } from './messages.ts';
import { isPeriodOver } from './return-period.ts';

/** The requests of a buyer. Each one needs a proof. */
export type Wish = 'data' | 'pay' | 'cancel' | 'return';

type Props = { order: OrderAnswer['order']; now: Date; onWish: (wish: Wish) => void };

/**
 * The actions for the order. With and without a proof there are the same buttons, so that nothing moves when the proof is
 * loaded. Until the hand-over of the parcel the first action is 取消訂單, not the return (decisions.md 37). `now`: as in `OrderPanel`
 */
export function OrderActions({ order, now, onWish }: Props) {
  const hydrated = useHydrated();
  const { facts, tracking, total, paymentUrl } = order;
  const { pay, cancel, return: back } = facts.actions;
  const onItsWay = facts.phase === 'on-its-way' || facts.phase === 'at-store';
  const payText = `前往 3D 驗證，付款 ${formatMoney(total)}`;
  return (
    <div inert={!hydrated} className="flex flex-wrap gap-3 empty:hidden print:hidden">
      {pay.open &&
        (paymentUrl ? (
          <a href={paymentUrl} className="btn">
            {payText}
          </a>
        ) : (
          <Button className="noscript:hidden" onClick={() => onWish('pay')}>
            {payText}
          </Button>
        ))}
      {facts.phase === 'payment-failed' && (
        <>
          <LinkButton to="/payment?to=PAY">重新付款</LinkButton>
          <LinkButton to="/payment" look="line">
            回購物車
          </LinkButton>
        </>
      )}
      {cancel.open && (
        <Button look="line" className="noscript:hidden" onClick={() => onWish('cancel')}>
          {headings.cancel}
        </Button>
      )}
      {tracking && facts.actions.track.open && <ParcelLink tracking={tracking} />}
      {back.open && (
        <Button look={cancel.open ? 'quiet' : 'line'} className="noscript:hidden" onClick={() => onWish('return')}>
          {headings.returnForm}
        </Button>
      )}
      {onItsWay && cancel.reason && <p className="w-full text-sm break-keep text-ink-2">{cancel.reason.message}</p>}
      {back.open && facts.returnDeadline && (
        <p className="num w-full text-sm text-ink-2">
          {isPeriodOver(facts.returnDeadline, now)
            ? `七天鑑賞期已於 ${formatDate(facts.returnDeadline)} 結束，逾期申請由客服審核`
            : `七天鑑賞期至 ${formatDay(dayOf(facts.returnDeadline))}`}
        </p>
      )}
    </div>
  );
}

/** The carrier's page requires the number, so the link copies the number if it is known. */
function ParcelLink({ tracking: { url, number } }: { tracking: NonNullable<OrderAnswer['order']['tracking']> }) {
  const copy = () => {
    if (!number) return;
    navigator.clipboard?.writeText(number).then(
      () => toast(`已複製物流編號 ${number}`, 'ok'),
      () => {},
    );
  };
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" onClick={copy} className="btn btn-line">
      <Icon of={PackageSearch} size={18} />
      包裹查詢
      <Icon of={ExternalLink} size={14} />
      <span className="sr-only">（另開新視窗，物流業者網站）</span>
    </a>
  );
}
