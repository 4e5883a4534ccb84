import type { CartItem, CouponFace, Quote } from '@nordhaut/contracts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { useSession } from '../checkout/session.ts';
import { replaces, withCoupon, withGifts, withoutCoupon } from './choices.ts';
import { CodeForm } from './code-form.tsx';
import { CouponCard } from './coupon-card.tsx';
import { GiftPicker } from './gift-picker.tsx';
import { headings, messages } from './messages.ts';
import { useOwnCoupons } from './use-own-coupons.ts';

type Props = {
  open: boolean;
  /** the coupon whose gifts are chosen; '' shows the list */
  pickUid: string | undefined;
  items: readonly CartItem[];
  quote: Quote | undefined;
  onPick: (uid: string) => void;
  onClose: () => void;
};

/** The member's coupons for this cart: by code, from the list, and the choice of gifts. */
export function CouponDialog({ open, pickUid, items, quote, onPick, onClose }: Props) {
  const pick = quote?.picks?.find(({ uid }) => uid === pickUid);
  // The price that names the gifts on offer is on its way.
  const awaited = useSession(({ coupons }) => !pick && coupons.some(({ uid }) => uid === pickUid));
  return (
    <Dialog open={open} onClose={onClose} title={pick || awaited ? headings.gifts : headings.choose}>
      {pick ? (
        <GiftPicker
          key={pick.uid}
          pick={pick}
          chosen={pick.chosen}
          onDone={(gifts) => {
            earlierGifts.set(pick.uid, gifts);
            useSession.setState(({ coupons }) => ({ coupons: withGifts(coupons, pick.uid, gifts) }));
            toast(messages.applied, 'ok');
            onClose();
          }}
        />
      ) : awaited ? (
        <Loading label="贈品載入中" lines={4} />
      ) : (
        <Choice items={items} quote={quote} onPick={onPick} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** The gifts of this page's earlier choices, by coupon: a coupon that is used again keeps them (spec/3-purchase-flow §4). */
const earlierGifts = new Map<string, readonly string[]>();

type ChoiceProps = Pick<Props, 'items' | 'quote' | 'onPick' | 'onClose'>;

function Choice({ items, quote, onPick, onClose }: ChoiceProps) {
  const chosen = useSession(({ coupons }) => coupons);
  const own = useOwnCoupons();
  const used = new Set([...chosen.map(({ uid }) => uid), ...(quote?.coupons ?? []).map(({ uid }) => uid)]);
  function use(coupon: Pick<CouponFace, 'uid' | 'type' | 'choose'>): void {
    const gifts = coupon.choose > 0 ? earlierGifts.get(coupon.uid) : undefined;
    useSession.setState(({ coupons }) => ({ coupons: gifts ? withGifts(coupons, coupon.uid, gifts) : withCoupon(coupons, coupon) }));
    if (coupon.choose > 0 && !gifts) return onPick(coupon.uid);
    toast(replaces(chosen, coupon) ? messages.replaced : messages.applied, 'ok');
    onClose();
  }
  return (
    <div className="grid gap-6">
      <CodeForm items={items} onUse={use} />
      {own.state === 'failed' && <RetryPanel message={own.message} onRetry={own.again} />}
      {own.state === 'loading' && <Loading label="優惠券載入中" lines={4} />}
      {own.state === 'ready' && own.coupons.length === 0 && <p className="text-ink-2">目前沒有可選用的優惠券，也可以輸入代碼。</p>}
      {own.state === 'ready' && own.coupons.filter(({ type }) => type === 'DISCOUNT').length > 1 && (
        <p className="text-sm text-ink-2">{messages.oneDiscount}</p>
      )}
      {own.state === 'ready' && own.coupons.length > 0 && (
        <ul aria-label="我的優惠券" className="grid gap-3">
          {own.coupons.map((coupon) => (
            <CouponCard key={coupon.uid} coupon={coupon}>
              {used.has(coupon.uid) ? (
                <Button
                  look="line"
                  aria-label={`取消使用：${coupon.name}`}
                  onClick={() => {
                    useSession.setState(({ coupons }) => ({ coupons: withoutCoupon(coupons, coupon.uid) }));
                    toast(messages.removed);
                  }}
                >
                  取消使用
                </Button>
              ) : (
                <Button aria-label={`使用：${coupon.name}`} disabled={coupon.state !== 'usable'} onClick={() => use(coupon)}>
                  使用
                </Button>
              )}
            </CouponCard>
          ))}
        </ul>
      )}
    </div>
  );
}
