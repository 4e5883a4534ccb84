import type { CartItem, Quote } from '@nordhaut/contracts';
import { Ticket } from 'lucide';
import { Suspense, useState } from 'react';
import { askedPart } from '../../lib/asked-part.ts';
import { lazyPart, untilLoaded } from '../../lib/lazy-part.ts';
import { useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSession } from '../checkout/session.ts';
import { withoutCoupon } from './choices.ts';
import { headings, messages, TYPE_LABELS } from './messages.ts';

const PromotionsDialog = askedPart(() => import('./promotions-dialog.tsx').then((module) => module.PromotionsDialog));
const CreditField = lazyPart(() => import('./credit-field.tsx').then((module) => module.CreditField));

type Props = { items: readonly CartItem[]; quote: Quote | undefined };

/** The coupons of the cart and, for members, shopping credit. Guests see what the shop applies by itself. */
export function PromotionsBox({ items, quote }: Props) {
  const status = useMember((member) => member.status);
  /** the gift picker of this coupon; '' is the list of coupons */
  const [open, setOpen] = useState<string>();
  const { coupons = [], picks = [] } = quote ?? {};
  const waiting = picks.filter(({ uid }) => !coupons.some((coupon) => coupon.uid === uid));
  const { coupons: chosen } = useSession();
  const close = () => setOpen(undefined);
  async function choose(): Promise<void> {
    setOpen('');
    if (status !== 'unknown') return;
    // The answer to who is signed in is on its way, or was lost.
    const { loadMember } = await untilLoaded(() => import('../account/session.ts'));
    const result = await loadMember();
    if (result.ok || result.code === 'UNAUTHORISED') return;
    close();
    toast(result.message, 'error');
  }
  function remove(uid: string): void {
    useSession.setState((session) => ({ coupons: withoutCoupon(session.coupons, uid) }));
    toast(messages.removed);
  }
  return (
    <section aria-labelledby="promotions-heading" className="grid gap-4 rounded-3 border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="promotions-heading" className="flex items-center gap-2 text-h3">
          <Icon of={Ticket} size={22} className="text-brand" />
          {headings.promotions}
        </h2>
        <Button look="line" busy={open === '' && status === 'unknown'} onClick={() => void choose()}>
          使用優惠券
        </Button>
      </div>
      {coupons.length + waiting.length > 0 && (
        <ul aria-label="使用中的優惠" className="border-t border-line">
          {waiting.map(({ uid, name }) => (
            <li key={uid} className={ROW}>
              <div className="min-w-0 grow basis-40">
                <Badge look="amber">贈品</Badge> <span className="font-semibold">{name}</span>
                <span className="block text-sm text-amber">{messages.giftsWait}</span>
              </div>
              <Way text="選擇贈品" name={name} onClick={() => setOpen(uid)} />
              {chosen.some((one) => one.uid === uid) && <Way text="移除" name={name} onClick={() => remove(uid)} />}
            </li>
          ))}
          {coupons.map(({ couponId, uid, name, type, removable }) => (
            <li key={uid} className={ROW}>
              <div className="min-w-0 grow basis-40">
                <Badge look="soft">{TYPE_LABELS[type]}</Badge> <span className="font-semibold">{name}</span>
                <span className="num block text-sm text-ink-2">{giftsOf(quote, couponId) || (!removable && messages.automatic)}</span>
              </div>
              {picks.some((pick) => pick.uid === uid) && <Way text="更換贈品" name={name} onClick={() => setOpen(uid)} />}
              {removable && <Way text="移除" name={name} onClick={() => remove(uid)} />}
            </li>
          ))}
        </ul>
      )}
      {status === 'member' && (
        <Suspense fallback={<div className="min-h-[7.75rem]" />}>
          <CreditField used={quote?.vouchers} />
        </Suspense>
      )}
      <PromotionsDialog
        open={open !== undefined && (open !== '' || status !== 'unknown')}
        pickUid={open}
        items={items}
        quote={quote}
        onPick={setOpen}
        onClose={close}
      />
    </section>
  );
}

const ROW = 'flex flex-wrap items-center gap-x-4 border-b border-line py-2.5 last:border-0 last:pb-0';

/** `化妝水 × 1、潔膚露 × 1` */
const giftsOf = (quote: Quote | undefined, couponId: string): string =>
  (quote?.gifts ?? [])
    .filter((gift) => gift.couponId === couponId)
    .map(({ nameZh, quantity }) => `${nameZh} × ${quantity}`)
    .join('、');

function Way({ text, name, onClick }: { text: string; name: string; onClick: () => void }) {
  return (
    <button type="button" className="link min-h-11 min-w-11 text-sm" onClick={onClick}>
      {text}
      <span className="sr-only">：{name}</span>
    </button>
  );
}
