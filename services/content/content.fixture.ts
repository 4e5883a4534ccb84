import type { ProductCard } from '@nordhaut/contracts';
import { createKysely } from '@nordhaut/platform/database';
import { testDatabase } from '@nordhaut/platform/database/testing';
import { refuse, type Routes } from '@nordhaut/platform/http';
import { testApp } from '@nordhaut/platform/http/testing';
import { silentLogger } from '@nordhaut/platform/telemetry';
import type { FastifyRequest } from 'fastify';
import { type ContentStore, createContent } from './content.ts';
import type { Author } from './review-routes.ts';
import { type AnyTables, seedContent } from './seed.ts';
import type { SeedData } from './seed-data.ts';
import { contentMigrations } from './tables.ts';

/** Noon in Taipei. */
export const NOW = new Date('2026-05-20T04:00:00Z');

const picture = { image: 'test/picture', alt: '圖' };
const post = (id: number, categoryId: number, daysFromNow: number) => ({
  id,
  slug: `post-${id}`,
  title: `文章 ${id}`,
  titleEn: `Post ${id}`,
  categoryId,
  summary: '摘要',
  body: `<h2>第 ${id} 篇</h2><p>內文</p><h3>小節 &amp; 細節</h3>`,
  banner: picture,
  publishedAt: { daysFromNow, time: '09:00' },
  published: true,
  recommended: [],
  products: [5],
});
const campaign = (id: number, start: number, end: number | null) => ({
  id,
  url: `campaign-${id}`,
  name: `活動 ${id}`,
  summary: '說明',
  banner: picture,
  start: { daysFromNow: start },
  end: end === null ? null : { daysFromNow: end },
  type: 'PRODUCT' as const,
  content: '',
  products: [5],
  tag: null,
  couponUid: null,
});

/** A small release: fifteen posts, five campaigns, one questionnaire. */
export const DATA: SeedData = {
  categories: [
    { id: 1, name: '知識', description: '一', sort: 1 },
    { id: 9, name: '公告', description: '二', sort: 2 },
  ],
  posts: [
    ...Array.from({ length: 13 }, (_, i) => post(i + 1, 1, -20 + i)),
    { ...post(14, 9, -1), recommended: [1, 99] },
    { ...post(15, 1, 3), title: '明天之後' },
    { ...post(16, 1, -1), published: false },
  ],
  campaigns: [
    { ...campaign(1, -7, 2), couponUid: 'THREE_GET_ONE' },
    campaign(2, -40, -10),
    campaign(3, 5, 20),
    campaign(4, -200, -100),
    { ...campaign(5, -30, null), products: 'ALL' as const },
  ],
  layout: [
    { name: 'Nav-Top', dataType: 'ARRAY', content: ['免運', '/product'] },
    { name: 'HOME_POPUP_SWITCH', dataType: 'BOOLEAN', content: true },
    { name: 'Words', dataType: 'TEXT', content: 'a|b' },
    { name: 'Facts', dataType: 'JSON', content: { n: 1 } },
  ],
  ingredients: [
    { id: 'ceramide-np', inci: 'Ceramide NP', nameZh: '神經醯胺 NP', origin: 'HUMAN_IDENTICAL', purpose: '柔潤角質', text: '脂質' },
  ],
  skinTypes: [],
  usageGuide: [],
  faqCategories: [{ key: 'shopping', name: '購物', sort: 1 }],
  faq: [
    {
      id: 'track',
      category: 'shopping',
      q: '怎麼查詢訂單？',
      a: '到[訂單查詢](/search-order)。\n<b>或</b>[這裡](javascript:alert(1))。',
      imgs: [picture],
      imgs_m: [],
    },
  ],
  questionnaires: [
    {
      route: 'skin',
      name: '膚況',
      desc: null,
      thanks: '謝謝',
      fields: [
        { key: 'intro', type: 'EXPLANATION', label: '說明', desc: null },
        { key: 'line', type: 'ONE_LINE_INPUT', label: '一', desc: null, required: true },
        { key: 'text', type: 'TEXTAREA_INPUT', label: '二', desc: null, required: false },
        { key: 'one', type: 'MULTIPLE_CHOICE', label: '三', desc: null, required: false, options: options() },
        { key: 'many', type: 'MULTIPLE_ANSWER', label: '四', desc: null, required: true, options: options() },
        { key: 'drop', type: 'SELECT', label: '五', desc: null, required: false, options: options(), searchable: true, spreadOpen: false },
        { key: 'scale', type: 'LINEAR_SCALE', label: '六', desc: null, required: true, scales: ['不', '普通', '很'] },
      ],
    },
  ],
};

function options() {
  return [
    { value: 'a', text: '甲' },
    { value: 'b', text: '乙' },
  ];
}

/** A product of the catalogue, as far as content uses it. */
export const card = (productId: number, nameZh = `商品 ${productId}`): ProductCard => ({
  productId,
  slug: `product-${productId}`,
  type: 'PRODUCT',
  number: null,
  step: 'cleanse',
  nameZh,
  nameEn: `Product ${productId}`,
  subTitle: '',
  summary: '',
  sizes: [],
  prices: { ORIGIN: 1, MEMBER: 1, ADDITIONAL: null },
  images: [`picture-${productId}`],
  features: [],
  isHotSale: false,
  isAdditional: false,
  available: true,
});
export const CARDS = [card(5), card(9), card(21)];
/** 21 is a set of 5 and 9. */
export const products = {
  byId: (id: number) => CARDS.find(({ productId }) => productId === id),
  list: () => CARDS,
  setItems: (id: number) => (id === 21 ? [5, 9] : []),
};

/** The header `x-member` signs a member in. `member-2` has told neither gender nor birthday. */
export async function authorOf(request: FastifyRequest): Promise<Author> {
  const memberId = request.actor?.kind === 'member' ? request.actor.id : undefined;
  if (memberId === undefined || memberId === 'closed') return refuse(401, 'UNAUTHORISED', '請先登入會員');
  const told = memberId !== 'member-2';
  return { memberId, name: '王小明', gender: told ? 'MALE' : null, birthday: told ? '1990-05-20' : null };
}

/** The routes on a database of their own, with the small release. */
export async function contentApp(routes: (fixture: { pool: ContentFixture['database']['pool']; store: ContentStore }) => Routes[]) {
  const database = await testDatabase(contentMigrations);
  const db = createKysely<AnyTables>(database.pool);
  await seedContent(db, DATA, [], NOW);
  const store = createContent({ pool: database.pool, logger: silentLogger() });
  await store.start();
  const app = await testApp({
    routes: routes({ pool: database.pool, store }),
    clock: () => NOW,
    env: { TRUST_PROXY: 'loopback' },
    authorise(request, access) {
      const member = request.headers['x-member'];
      if (typeof member === 'string') request.actor = { kind: 'member', id: member };
      else if (access === 'member') refuse(401, 'UNAUTHORISED', '請先登入會員');
    },
  });
  return {
    database,
    db,
    store,
    app,
    async close() {
      await app.close();
      await store.stop();
      await database.drop();
    },
  };
}
export type ContentFixture = Awaited<ReturnType<typeof contentApp>>;
