import type { ProductCard, ProductDetail } from '@nordhaut/contracts';
import { expect, it } from 'vitest';
import { loader } from './product-feed.ts';

const card = (slug: string): ProductCard => ({
  productId: 1,
  slug,
  type: 'PRODUCT',
  number: null,
  step: 'cleanse',
  nameZh: slug,
  nameEn: '',
  subTitle: '',
  summary: '',
  sizes: [],
  prices: { ORIGIN: 880, MEMBER: 780, ADDITIONAL: null },
  images: [],
  features: [],
  isHotSale: false,
  isAdditional: false,
  available: true,
});
const detail = (slug: string): ProductDetail => ({
  ...card(slug),
  contentId: slug,
  description: '',
  characters: [],
  function: '',
  usage: '',
  texture: '',
  scent: '',
  openMonths: null,
  skinTypes: [],
  ingredients: '',
  detailImages: [],
  setItems: [],
  samples: [],
  flow: [],
  related: [],
  changedAt: '2026-11-28T00:00:00.000Z',
});

/** The feed of three products of which the API has the list and, for the second one, `second`. */
const feed = (second: () => Response): Promise<Response> => {
  const slugs = ['one', 'two', 'three'];
  const apiFetch = (path: string): Promise<Response> => {
    const slug = path.split('/')[3];
    if (slug === undefined) return Promise.resolve(Response.json({ products: slugs.map(card) }));
    return Promise.resolve(slug === 'two' ? second() : Response.json({ product: detail(slug) }));
  };
  return loader({ context: { apiFetch, publicUrl: 'https://shop.example', shop: { brand: '北膚' } } } as never);
};

it('leaves out a product that was hidden after the list was read', async () => {
  const xml = await (await feed(() => new Response(null, { status: 404 }))).text();
  expect([...xml.matchAll(/<g:id>([^<]*)</g)].map(([, id]) => id)).toEqual(['one', 'three']);
});

it('is not there for the moment where the shop cannot answer: a feed without a product would end its advertisement', async () => {
  await expect(feed(() => new Response(null, { status: 503 }))).rejects.toMatchObject({ init: { status: 503 } });
});
