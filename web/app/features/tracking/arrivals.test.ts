import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FULL_CONSENT, CONSENT_COOKIE, consentText } from '@nordhaut/contracts/consent';

/** ms that an article has to be open (spec/1 §7) */
const READ = 3_000;
const tracked: { name: string }[] = [];
let look: () => void = () => {};
/** the path of the page that is shown */
let page = '/';

vi.mock('./send.ts', async (original) => ({ ...(await original<object>()), track: (event: { name: string }) => tracked.push(event) }));
vi.mock('./stores.ts', () => ({ followStores: () => () => {} }));

const go = (pathname: string, search = ''): void => {
  page = pathname;
  Object.assign(location, { pathname, search });
  look();
};

beforeEach(async () => {
  vi.useFakeTimers();
  tracked.length = 0;
  page = '/';
  vi.stubGlobal('location', { pathname: '/', search: '', origin: 'https://shop.example', protocol: 'https:' });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', {
    cookie: `${CONSENT_COOKIE}=${consentText(FULL_CONSENT)}`,
    body: {},
    getElementById: () => ({ dataset: { page } }),
    querySelectorAll: () => [{ pathname: '/product/toner' }],
  });
  const products = [{ productId: 9, slug: 'toner', nameZh: '保濕化妝水', prices: { ORIGIN: 980, MEMBER: 850 } }];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ products })));
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(changed: () => void) {
        look = changed;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const { followConsent } = await import('./start.ts');
  followConsent();
  await vi.advanceTimersByTimeAsync(0);
  tracked.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('reads an article once, although the article marks its own address after the arrival', async () => {
  go('/blog/plum-rain-notes');
  await vi.advanceTimersByTimeAsync(READ);
  go('/blog/plum-rain-notes', '?f=B');
  await vi.advanceTimersByTimeAsync(10 * READ);
  expect(tracked.map(({ name }) => name)).toEqual(['article_view', 'ViewContent']);
});

it.each([
  ['', ['view_item_list']],
  ['?utm_source=mail&fbclid=abc', ['view_item_list']],
  ['?feature=dryness', []],
  ['?utm_source=mail&feature=dryness', []],
])('reports the list at /product%s as %j', async (search, names) => {
  go('/product', search);
  await vi.advanceTimersByTimeAsync(0);
  expect(tracked.map(({ name }) => name)).toEqual(names);
});

it('reports a list when its page is there, and not at the change of the address before it', async () => {
  Object.assign(location, { pathname: '/product' });
  look();
  await vi.advanceTimersByTimeAsync(0);
  expect(tracked).toEqual([]);
  go('/product');
  await vi.advanceTimersByTimeAsync(0);
  expect(tracked.map(({ name }) => name)).toEqual(['view_item_list']);
});
