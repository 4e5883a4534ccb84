import { readdirSync, readFileSync } from 'node:fs';
import { contentPictures } from '@nordhaut/catalogue/testing';
import { describe, expect, it } from 'vitest';
import { readDemoReviews, readSeedData } from './seed-data.ts';

const data = readSeedData();
const reviews = readDemoReviews();
type Text = { where: string; text: string };

/** Every piece of text that a visitor reads, with its place. The same entry's parts are one text. */
const TEXTS: Text[] = [
  ...data.categories.map((it) => textOf(`category ${it.id}`, it.name, it.description)),
  ...data.posts.map((it) => textOf(`post ${it.slug}`, it.title, it.summary, it.body, it.banner.alt)),
  ...data.campaigns.map((it) => textOf(`campaign ${it.url}`, it.name, it.summary, it.content, it.banner.alt)),
  ...data.ingredients.map((it) => textOf(`ingredient ${it.id}`, it.text)),
  ...data.faq.map((it) => textOf(`faq ${it.id}`, it.q, it.a)),
  ...data.skinTypes.map((it) => textOf(`skin type ${it.type}`, ...wordsIn(it))),
  ...data.usageGuide.map((it) => textOf(`usage ${it.number}`, ...wordsIn(it))),
  ...data.questionnaires.map((it) => textOf(`questionnaire ${it.route}`, ...wordsIn(it))),
  // Both carousels show the same words on two screens.
  textOf('layout', ...data.layout.flatMap((it) => wordsIn(it.content))),
  ...reviews.map((it) => textOf(`review ${it.id}`, it.title, it.content)),
];

function textOf(where: string, ...parts: string[]): Text {
  return { where, text: parts.join('\n') };
}

/** All strings in a value that have a Chinese character. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return /\p{Script=Han}/u.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsIn);
}

/** The names of all pictures in a value (`image` of a picture, `img` of a slide, `pc_img` and `mb_img` of the popup). */
function picturesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (/^(image|img|pc_img|mb_img)$/.test(key) ? [String(inner)] : picturesIn(inner)));
}

const plain = (text: string) =>
  text
    .replace(/<[^>]+>/g, '\n')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[[\]]/g, '');

/** Shorter pieces are names and everyday words, for example 早晚皆可使用. */
const SENTENCE = 9;
const sentencesOf = ({ text }: Text): string[] => [
  ...new Set(
    plain(text)
      .split(/[。！？；\n]/)
      .map((sentence) => sentence.replace(/[^\p{Letter}\p{Number}]/gu, ''))
      .filter((sentence) => [...sentence].length >= SENTENCE),
  ),
];

/**
 * Words that Taiwan's rules for the advertising of cosmetics do not allow (化粧品標示宣傳廣告涉及虛偽誇大或醫療效能認定準則).
 * They stand for an effect on a disease or for more than a cosmetic can do.
 */
const MEDICAL =
  /治療|治癒|療效|根治|痊癒|癒合|消炎|抗炎|殺菌|抗菌|抑菌|除疤|疤痕|傷口|再生|修復|醫療級|藥用|排毒|解毒|減敏|抗敏|脫敏|抗過敏|濕疹|皮膚炎|乾癬|酒糟|抗痘|除痘|祛痘|戰痘|美白|去斑|淡斑|除斑|除皺|回春|換膚|生髮|瘦身|減肥|豐胸|活化細胞|細胞新生|促進.{0,4}(循環|代謝)|膠原.{0,3}增生|副作用|百分之百有效|永久|保證有效/g;

describe('the texts of the content', () => {
  it('share no sentence', () => {
    const places = new Map<string, string[]>();
    for (const text of TEXTS) for (const sentence of sentencesOf(text)) places.set(sentence, [...(places.get(sentence) ?? []), text.where]);
    expect([...places].filter(([, where]) => where.length > 1)).toEqual([]);
  });

  it('would be found if two of them did', () => {
    const said = '洗完臉五分鐘不擦東西，臉也不會繃。';
    expect(sentencesOf({ where: 'a', text: `<p>早安。${said}</p>` })).toEqual(sentencesOf({ where: 'b', text: said }));
  });

  it('claim no medical effect', () => {
    expect(TEXTS.flatMap(({ where, text }) => [...plain(text).matchAll(MEDICAL)].map(([word]) => `${where}: ${word}`))).toEqual([]);
  });

  it('of reviews name no month or season, because their dates count from the day of seeding', () => {
    const said = /[一二三四五六七八九十\d]月|[春夏秋冬]|換季|跨年|過年|中秋/;
    expect(reviews.filter(({ title, content }) => said.test(title + content)).map(({ id }) => id)).toEqual([]);
  });

  it('promise a trial product with each bottle only where 05, which has none, is named or left out (decisions.md 39)', () => {
    expect(TEXTS.filter(({ text }) => /每一?瓶都附試用品/.test(text) && !/05|三件組/.test(text)).map(({ where }) => where)).toEqual([]);
  });

  it('of the answers refer to where the rest stands (spec/1-catalogue-and-content §2, "FAQ")', () => {
    const answers = data.faq.map(({ a }) => a).join('\n');
    for (const place of [
      '(/product-instruction)',
      '(/vip-rights)',
      '(/help/return-order)',
      '頁尾的[訂單查詢]',
      '商品頁的「全成分」',
      '商品頁的「顧客評價」',
      '在結帳頁選擇發票類型',
    ])
      expect(answers, place).toContain(place);
  });

  it('say that a parcel at its store is collected with a proof of identity, as the mail and the page of the order do', () => {
    expect(data.faq.find(({ id }) => id === 'delivery-time')?.a).toContain('攜帶證件');
  });

  it('are in Traditional Chinese, without left-overs', () => {
    expect(
      TEXTS.filter(({ text }) => /lorem|TODO|XXX|[们这说国产没对为应护肤脸质选让话买还么过]/i.test(plain(text))).map(({ where }) => where),
    ).toEqual([]);
  });
});

describe('the amount of content', () => {
  it('is what a visitor can browse', () => {
    expect(data.posts.length).toBeGreaterThanOrEqual(16);
    expect(new Set(data.posts.map(({ categoryId }) => categoryId)).size).toBe(5);
    const lengths = data.posts.map(({ slug, body }) => ({ slug, length: [...plain(body).replace(/\s/g, '')].length }));
    expect(lengths.filter(({ length }) => length < 700 || length > 1_400)).toEqual([]);
    expect(data.posts.filter(({ body }) => (body.match(/<h2>/g)?.length ?? 0) < 3)).toEqual([]);
    expect(data.faq.length).toBeGreaterThanOrEqual(30);
    expect(new Set(data.faq.map(({ category }) => category))).toEqual(new Set(data.faqCategories.map(({ key }) => key)));
    expect(reviews).toHaveLength(240);
    expect(new Set(reviews.map(({ stars }) => stars)).size).toBe(5);
    const kinds = data.questionnaires.map(({ fields }) => new Set(fields.map(({ type }) => type)).size);
    expect(kinds).toEqual([7, 7, 7]);
  });

  it('has campaigns of all states and types', () => {
    const state = (it: (typeof data.campaigns)[number]) =>
      it.start.daysFromNow > 0 ? 'unactive' : it.end && it.end.daysFromNow < 0 ? 'past' : 'active';
    expect(new Set(data.campaigns.map(state))).toEqual(new Set(['active', 'past', 'unactive']));
    expect(new Set(data.campaigns.map(({ type }) => type))).toEqual(new Set(['CONTENT', 'PRODUCT']));
    expect(data.campaigns.filter(({ products }) => products === 'ALL')).toHaveLength(1);
  });
});

describe('references', () => {
  it('lead to something that exists', () => {
    const posts = new Set(data.posts.map(({ id }) => id));
    expect(
      data.posts.flatMap(({ slug, id, recommended }) =>
        recommended.filter((other) => other === id || !posts.has(other)).map((other) => `${slug} → ${other}`),
      ),
    ).toEqual([]);
    const slugs = new Set(data.posts.map(({ slug }) => slug));
    const routes = new Set(data.questionnaires.map(({ route }) => route));
    const urls = new Set(data.campaigns.map(({ url }) => url));
    const raw = JSON.stringify(data);
    const lost = [
      ...[...raw.matchAll(/\/blog\/([a-z0-9-]+)/g)].filter(([, slug]) => !slugs.has(slug ?? '')),
      ...[...raw.matchAll(/\/event\/([a-z0-9-]+)/g)].filter(([, url]) => !urls.has(url ?? '')),
      ...[...raw.matchAll(/\/questionnaire\/([a-z0-9-]+)/g)].filter(([, route]) => !routes.has(route ?? '')),
    ];
    expect(lost.map(([path]) => path)).toEqual([]);
  });

  it('to pictures are drawings of the shop, a different one for each article, campaign, step and slide', async () => {
    const drawn = await contentPictures();
    const named = [data, reviews].flatMap(picturesIn);
    expect(named.filter((name) => !drawn.includes(name))).toEqual([]);
    expect(named.filter((name, place) => named.indexOf(name) !== place)).toEqual([]);
    expect(drawn.filter((name) => !named.includes(name) && !/^(share|band)\//.test(name))).toEqual([]);
  });

  it('for shared links are named by one page each, and each page names one that is drawn', async () => {
    const routes = new URL('../../web/app/routes/', import.meta.url);
    const pages = readdirSync(routes).filter((file) => file.endsWith('.tsx'));
    const named = pages.flatMap((file) =>
      [...readFileSync(new URL(file, routes), 'utf8').matchAll(/\bshare: '(\w+)'/g)].map(([, name]) => `share/${name}`),
    );
    // The privacy policy has two addresses (decisions.md 101).
    expect(named.toSorted()).toEqual(
      [...(await contentPictures()).filter((name) => name.startsWith('share/')), 'share/privacy'].toSorted(),
    );
  });

  it('of coupons are codes that the shop has', () => {
    const coupons = JSON.parse(readFileSync(new URL('../promotions/data/coupons.json', import.meta.url), 'utf8')) as {
      coupon_uid: string;
    }[];
    const known = new Set(coupons.map(({ coupon_uid }) => coupon_uid));
    expect(data.campaigns.filter(({ couponUid }) => couponUid !== null && !known.has(couponUid))).toEqual([]);
  });

  it('name each article after its file', () => {
    const files = readdirSync(new URL('./data/posts/', import.meta.url)).map((file) => file.replace('.json', ''));
    expect(data.posts.map(({ slug }) => slug).sort()).toEqual(files.sort());
  });
});
