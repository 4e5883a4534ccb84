import { type CartItem, CouponCheckAnswer, type CouponFace, type Quote } from '@nordhaut/contracts';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { useSession } from '../checkout/session.ts';
import { withCoupon, withGifts, withoutCoupon } from './choices.ts';
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
  const portType = useSession(({ delivery }) => delivery);
  const own = useOwnCoupons();
  const used = new Set([...chosen.map(({ uid }) => uid), ...(quote?.coupons ?? []).map(({ uid }) => uid)]);
  function use(coupon: Pick<CouponFace, 'uid' | 'type' | 'choose'>): void {
    const gifts = coupon.choose > 0 ? earlierGifts.get(coupon.uid) : undefined;
    useSession.setState(({ coupons }) => ({ coupons: gifts ? withGifts(coupons, coupon.uid, gifts) : withCoupon(coupons, coupon) }));
    if (coupon.choose > 0 && !gifts) return onPick(coupon.uid);
    toast(messages.applied, 'ok');
    onClose();
  }
  return (
    <div className="grid gap-6">
      <CodeForm items={items} portType={portType} onUse={use} />
      {own.state === 'failed' && <RetryPanel message={own.message} onRetry={own.again} />}
      {own.state === 'loading' && <Loading label="優惠券載入中" lines={4} />}
      {own.state === 'ready' && own.coupons.length === 0 && <p className="text-ink-2">目前沒有可選用的優惠券，也可以輸入代碼。</p>}
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

type CodeProps = {
  items: readonly CartItem[];
  portType: string;
  onUse: (coupon: Pick<CouponFace, 'uid' | 'type' | 'choose'>) => void;
};

/** A typed code, with the answer of each state (spec/3-purchase-flow §4, §8). */
function CodeForm({ items, portType, onUse }: CodeProps) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function check(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return setProblem(messages.codeRequired);
    setBusy(true);
    const result = await call(CouponCheckAnswer, '/api/coupons/check', {
      method: 'POST',
      body: { code: code.trim(), items, portType },
      retries: 0,
    });
    setBusy(false);
    if (!result.ok) return setProblem(result.message);
    const { state, message, coupon } = result.data;
    if (state !== 200 || !coupon) return setProblem(message);
    setProblem(undefined);
    onUse(coupon);
  }
  return (
    <form noValidate onSubmit={(event) => void check(event)}>
      <label htmlFor="coupon-code" className="mb-1 block text-sm font-semibold">
        優惠券代碼
      </label>
      <div className="flex gap-3">
        <input
          id="coupon-code"
          className="input min-w-0"
          value={code}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'coupon-code-error' : undefined}
          onChange={(event) => (setCode(event.currentTarget.value), setProblem(undefined))}
        />
        <Button type="submit" look="line" className="shrink-0" busy={busy} busyText="查詢中…">
          套用
        </Button>
      </div>
      <div role="alert">
        <FieldError id="coupon-code-error" error={problem} />
      </div>
    </form>
  );
}
