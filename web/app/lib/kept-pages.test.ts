import { beforeEach, expect, it } from 'vitest';
import { keptPages, type RenderedPage, withoutMarks } from './kept-pages.ts';

let version: string | undefined;
let rendered: number;
let page: ReturnType<typeof keptPages>;
beforeEach(() => {
  [version, rendered] = ['1', 0];
  page = keptPages(() => version);
});

const render =
  (status = 200) =>
  (): Promise<RenderedPage> =>
    Promise.resolve({ status, headers: [], body: Buffer.from(`page ${++rendered}`), tag: '' });
const textOf = async (url: string, cookie?: string, status?: number): Promise<string> =>
  (await page(at(url), cookie, render(status))).body.toString();
const at = (url: string): URL => new URL(url, 'http://shop.example');

it('renders an address once, each query on its own', async () => {
  expect([await textOf('/product'), await textOf('/product'), await textOf('/product?skin=DRY')]).toEqual(['page 1', 'page 1', 'page 2']);
});

it.each([
  ['/product?fbclid=AbC_1.2-x&utm_source=fb&utm_campaign=a%20b', '/product'],
  ['/?gclid=1&gad_source=2', '/'],
  ['/product?feature=dryness&srsltid=1', '/product?feature=dryness'],
  ['/blog/plum-rain-notes?f=O', '/blog/plum-rain-notes'],
  ['/product?igsh=MTc4MmM1&igshid=1', '/product'],
  ['/blog?page=2', '/blog?page=2'],
  ['/product?q=a%20b', '/product?q=a%20b'],
  ['/result?order_number=1&fbclid=2', '/result?order_number=1&fbclid=2'],
  ['/payment?utm_source=mail&f=1', '/payment?utm_source=mail&f=1'],
])('renders %s as %s', (asked, rendered) => {
  const { pathname, search } = withoutMarks(at(asked));
  expect(pathname + search).toBe(rendered);
});

it('renders anew after products or content changed, also while a page was rendered', async () => {
  await page(at('/'), undefined, async () => {
    version = '2';
    return render()();
  });
  expect([await textOf('/'), await textOf('/')]).toEqual(['page 2', 'page 2']);
});

it.each([
  '/payment',
  '/member/order',
  '/search-order?id=1',
  '/Search-Order?id=1',
  '/%73earch-order?id=1',
  '/product/../search-order?id=1',
  '/group/spring',
  '/questionnaire/x',
  '/search?q=1',
  '/product/a.data',
  '/_root.data',
  '/__manifest?p=/product',
])('always renders %s', async (url) => {
  expect([await textOf(url), await textOf(url)]).toEqual(['page 1', 'page 2']);
});

it('always renders for members, and keeps nothing of theirs', async () => {
  expect([await textOf('/', 'a=1; signed-in=1'), await textOf('/', 'signed-in=1'), await textOf('/', 'not-signed-in=1')]).toEqual([
    'page 1',
    'page 2',
    'page 3',
  ]);
});

it('keeps only pages that were found, and nothing before the products are read', async () => {
  expect([await textOf('/blog/gone', undefined, 404), await textOf('/blog/gone')]).toEqual(['page 1', 'page 2']);
  version = undefined;
  expect([await textOf('/'), await textOf('/')]).toEqual(['page 3', 'page 4']);
});

it('forgets the oldest pages rather than more memory', async () => {
  const large = (): Promise<RenderedPage> => Promise.resolve({ status: 200, headers: [], body: Buffer.alloc(2 ** 20), tag: '' });
  await textOf('/blog/first');
  for (let index = 0; index < 40; index++) await page(at(`/blog/${index}`), undefined, large);
  expect(await textOf('/blog/first')).toBe('page 2');
});
