import type { PurchaseEvent } from '@nordhaut/contracts/tracking';
import { call } from '../../lib/api.ts';
import { withFields } from '../../lib/with-fields.ts';
import { useCart } from '../../lib/stores/cart.ts';
import { stored } from '../../lib/typed-texts.ts';
import { catalogue, itemOf, priced } from './items.ts';
import { track, trackPurchase } from './send.ts';

/** ms on an article (spec/1 §7) */
const READ = 3_000;
const VIEWED = 5_000;
/** ms between two looks for the purchase; a cash order counts when its parcel exists */
const LOOKS = [500, 2_000, 5_000];
const SEEN = 'tracking-purchase';

/** ends what the page before began */
let left = new AbortController();

/** Reports the arrival on the page of the present address. `from`: the address before, as path and query. */
export function arrive(from: string | undefined): void {
  left.abort();
  left = new AbortController();
  const { signal } = left;
  const { pathname, search } = location;
  const [, section, slug] = pathname.split('/');
  if (section === 'product' && slug) void viewItem(decodeURIComponent(slug), signal);
  // A filter tells about the visitor's skin, so a filtered list is not reported (decisions.md 82).
  else if (section === 'product' && !new URLSearchParams(search).has('feature')) void viewList('product', '系列商品', signal);
  else if (section === '') void viewList('home', '首頁', signal);
  else if (section === 'blog' && slug) read(decodeURIComponent(slug).slice(0, 100), signal);
  else if (section === 'payment') void checkoutStep(from, signal);
  else if (section === 'result') void bought(signal);
}

export const leave = (): void => left.abort();

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

async function viewItem(slug: string, signal: AbortSignal): Promise<void> {
  const products = await catalogue();
  const product = [...products.values()].find((one) => one.slug === slug);
  const params = product && priced(products, [{ productId: product.productId, quantity: 1, tier: 'ORIGIN' }]);
  if (params && !signal.aborted) track({ name: 'view_item', params });
}

async function viewList(id: string, name: string, signal: AbortSignal): Promise<void> {
  const products = await catalogue();
  if (signal.aborted) return;
  const slugs = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/product/"]')].map(({ pathname }) =>
    decodeURIComponent(pathname.slice('/product/'.length)),
  );
  const shown = [...new Set(slugs)].flatMap((slug) => [...products.values()].find((one) => one.slug === slug) ?? []);
  const items = shown.flatMap(({ productId }, index) => {
    const item = itemOf(products, { productId, quantity: 1, tier: 'ORIGIN' });
    return item ? { ...item, index } : [];
  });
  if (items.length > 0) track({ name: 'view_item_list', params: { item_list_id: id, item_list_name: name, items } });
}

function read(slug: string, signal: AbortSignal): void {
  void wait(READ, signal).then(() => track({ name: 'article_view', params: { article_id: slug } }));
  void wait(VIEWED, signal).then(() => track({ name: 'ViewContent', params: { content_type: 'article', content_id: slug } }));
}

/** The step of an address; the store map leads back to SHIPPING. */
function stepOf(address: string | undefined): string | undefined {
  const url = new URL(address ?? '/', location.origin);
  if (url.pathname !== '/payment') return undefined;
  return url.searchParams.get('fromcvs') === '1' ? 'SHIPPING' : (url.searchParams.get('to') ?? 'CART');
}

/** The cart, once it is loaded; undefined where the visitor leaves before. */
function cart(signal: AbortSignal): Promise<ReturnType<typeof useCart.getState>['items'] | undefined> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const { status, items } = useCart.getState();
      if (status === 'ready') resolve(items);
      return status === 'ready';
    };
    if (look()) return;
    const stop = useCart.subscribe(() => look() && stop());
    signal.addEventListener('abort', () => {
      stop();
      resolve(undefined);
    });
  });
}

async function checkoutStep(from: string | undefined, signal: AbortSignal): Promise<void> {
  const [before, now] = [stepOf(from), stepOf(location.href)];
  if (before === now) return;
  const [products, items] = [await catalogue(), await cart(signal)];
  const params = items && priced(products, items);
  if (!params) return;
  // On arrival at the page, whichever step opens (spec/3-purchase-flow §2); a step is no arrival.
  if (before === undefined) track({ name: 'view_cart', params });
  if (now === 'SHIPPING' && before === 'CART') track({ name: 'InitiateCheckout', params });
  if (now !== 'PAY' || before !== 'SHIPPING') return;
  const { useSession } = await import('../checkout/session.ts');
  const { delivery } = useSession.getState();
  track({ name: 'begin_checkout', params });
  track({ name: 'add_shipping_info', params: { ...params, shipping_tier: delivery } });
  // The session gets the number of the order when it is sent.
  const stop = useSession.subscribe(({ unknownOrder, payment }, { unknownOrder: earlier }) => {
    if (unknownOrder === undefined || unknownOrder === earlier) return;
    track({ name: 'add_payment_info', params: { ...params, payment_type: payment } });
    stop();
  });
  signal.addEventListener('abort', stop);
}

async function bought(signal: AbortSignal): Promise<void> {
  for (const pause of LOOKS) {
    await wait(pause, signal);
    const result = await call(withFields<{ purchase: PurchaseEvent | null }>('purchase'), '/api/capi/purchase', { signal });
    const purchase = result.ok ? result.data.purchase : null;
    if (!purchase) continue;
    if (stored((storage) => storage.getItem(SEEN)) !== purchase.transaction_id) trackPurchase(purchase);
    stored((storage) => storage.setItem(SEEN, purchase.transaction_id));
    return;
  }
}
