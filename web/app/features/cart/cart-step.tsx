import type { CartItem, ProductCard, Quote } from '@nordhaut/contracts';
import { ShoppingBag } from 'lucide';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { countItems, useCart } from '../../lib/stores/cart.ts';
import { useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Clauses } from '../../ui/clauses.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AdditionalList } from './additional-list.tsx';
import { additionalOffers, type CartLine } from './cart-lines.ts';
import { CartContents } from './cart-table.tsx';
import { headings, messages, underWay } from '../checkout/messages.ts';
import { resultPath, STEP_FORM } from '../checkout/flow.ts';
import { useSession } from '../checkout/session.ts';

const promotionsBox = () => import('../promotions/promotions-box.tsx').then((module) => module.PromotionsBox);
const PromotionsBox = lazyPart(promotionsBox);

/** Higher than the parts that are awaited, so that what follows them on a phone is out of sight. */
const ROOM = <div className="min-h-[250dvh]" />;

type Props = {
  items: readonly CartItem[];
  /** `items` with their products */
  lines: readonly CartLine[];
  /** the catalogue as this member may buy it */
  products: readonly ProductCard[];
  /** why no step follows */
  problem: string | undefined;
  quote: Quote | undefined;
  /** whether the price is known, or cannot be known */
  priced: boolean;
  onNext: () => void;
};

export function CartStep({ items, lines, products, problem, quote, priced, onNext }: Props) {
  const offers = additionalOffers(items, products);
  useEffect(() => void promotionsBox().catch(() => undefined), []);
  function next(): void {
    if (problem === undefined) onNext();
    else toast(problem, 'error');
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-10">
      <form id={STEP_FORM} onSubmit={(event) => (event.preventDefault(), next())} className="hidden" />
      <OrdersUnderWay />
      {items.length === 0 ? <EmptyCart /> : <CartContents lines={lines} />}
      {/* What the price decides stands above the rest, so the rest waits for the first price and nothing moves. */}
      {items.length > 0 && !priced && ROOM}
      {items.length > 0 && priced && (
        <Suspense fallback={ROOM}>
          <PromotionsBox items={items} quote={quote} />
          <LinkButton to="/product" look="line" className="justify-self-start">
            繼續購物
          </LinkButton>
          <AdditionalList offers={offers} items={items} />
        </Suspense>
      )}
      {items.length === 0 && <AdditionalList offers={offers} items={items} />}
    </div>
  );
}

/** Unfinished orders of other windows that hold lines of this cart. */
function OrdersUnderWay() {
  const claimed = useCart((cart) => cart.claimed);
  const atBank = useSession((session) => session.atBank?.orderNo);
  return claimed
    .filter(({ orderNo }) => orderNo !== atBank)
    .map(({ orderNo, items }) => (
      <section key={orderNo} aria-label={headings.underWay} className="grid gap-3 rounded-3 border border-amber bg-amber-soft p-5">
        <h2 className="text-h3">{headings.underWay}</h2>
        <p className="num">{underWay(orderNo, countItems(items))}</p>
        <LinkButton look="line" to={resultPath(orderNo, 'CREDIT')} className="justify-self-start">
          查看訂單
        </LinkButton>
      </section>
    ));
}

function EmptyCart() {
  // A member's cart is the same in every browser.
  const isGuest = useMember(({ status }) => status === 'guest');
  return (
    <div className="grid justify-items-center gap-4 rounded-3 border border-line bg-surface px-6 py-12 text-center">
      <Icon of={ShoppingBag} size={36} className="text-ink-3" />
      <h2 className="text-h3">{headings.emptyCart}</h2>
      <p className="text-ink-2">
        <Clauses of={`${messages.cartEmpty}。從 01 號開始，挑選適合您的保養。`} />
      </p>
      {isGuest && (
        <p className="text-sm text-ink-3">
          <Clauses of={messages.cartElsewhere} />
        </p>
      )}
      <LinkButton to="/product">逛逛系列商品</LinkButton>
    </div>
  );
}
