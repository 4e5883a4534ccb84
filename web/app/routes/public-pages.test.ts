import { describe, expect, it } from 'vitest';
import routes from '../routes.ts';
import { isPublicPage, PUBLIC_ROUTES } from '../lib/public-pages.ts';

/** Pages of one visitor, and of group projects. `*` is the page of addresses that do not exist. */
const PRIVATE_ROUTES = [
  '/group/:address',
  '/payment',
  '/result',
  '/search-order',
  '/login',
  '/register',
  '/new-password',
  '/confirm-email',
  '/member',
  '/member/order',
  '/member/coupon',
  '/member/wishlist',
  '/member/info',
  '/member/follow',
  '/*',
];

describe('isPublicPage', () => {
  it('knows every route of the app as public or not', () => {
    const all = routes.map(({ path }) => `/${path ?? ''}`);
    expect(all.toSorted()).toEqual([...PUBLIC_ROUTES, ...PRIVATE_ROUTES].toSorted());
  });

  it.each(['/', '/_root.data', '/product', '/product.data', '/product/%E7%B2%BE%E8%8F%AF', '/help/termsAndConditions', '/robots.txt'])(
    'accepts %s',
    (path) => expect(isPublicPage(path)).toBe(true),
  );

  it.each(
    PRIVATE_ROUTES.slice(0, -1).flatMap((path) => [
      path,
      `${path}/`,
      path.toUpperCase(),
      `${path}.data`,
      `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
    ]),
  )('refuses %s', (path) => expect(isPublicPage(path)).toBe(false));

  it.each([
    '',
    '//',
    '/Product',
    '/product/',
    '//product',
    '/product/a/b',
    '/%70roduct',
    '/robotsxtxt',
    '/__manifest',
    '/product/../result',
    '/none',
  ])('refuses %s, which no page links to', (path) => expect(isPublicPage(path)).toBe(false));
});
