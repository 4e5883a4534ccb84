import { createHash } from 'node:crypto';
import { FEATURES, type ProductDetail, type SearchHit, shortened } from '@nordhaut/contracts';
import { PAYMENT_OPTIONS, PRIVACY, RETURN_RULES, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import { inLockedTransaction } from '@nordhaut/platform/database';
import type pg from 'pg';
import { announcedAt } from '../campaign-dates.ts';
import { textOf } from '../editor-html.ts';
import type { Content } from '../snapshot.ts';
import { gramsOf, normalise } from './grams.ts';

/**
 * A text that the search finds, from `shownFrom` on; default: at any time. `titleToo`: another name, which counts as its title does.
 * `words`: what is searched beside both.
 */
export type SearchText = SearchHit & { key: string; titleToo?: string; words: string; shownFrom?: Date };

type Product = Pick<ProductDetail, 'productId' | 'slug' | 'nameZh' | 'nameEn' | 'subTitle' | 'summary' | 'images'> &
  Partial<Pick<ProductDetail, 'description' | 'function' | 'ingredients' | 'skinTypes' | 'features'>>;

/** characters of a text that a result shows */
const SHOWN = 90;
/** characters of one text that are searched */
const SEARCHED = 20_000;

/** The pages of the help centre beside its questions. The web app has the words of the first one. */
const HELP_PAGES: readonly SearchText[] = [
  {
    kind: 'help',
    key: 'page/contact-us',
    path: '/help/contact-us',
    title: '聯絡我們',
    text: '客服、合作與採購的電子信箱，LINE 官方帳號與服務時間。',
    image: null,
    words: '客服電話 聯絡客服 找客服 真人客服 電子郵件 營業時間 企業採購',
  },
  ...[
    ['/help/payment-options', PAYMENT_OPTIONS] as const,
    ['/help/return-order', RETURN_RULES] as const,
    ['/help/termsAndConditions', TERMS_OF_SERVICE] as const,
    ['/privacy', PRIVACY] as const,
  ].map(([path, page]): SearchText => {
    const words = page.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join(' ');
    const text = shortened(page.sections[0]?.paragraphs[0] ?? '', SHOWN);
    return { kind: 'help', key: `page${path}`, path, title: page.title, text, image: null, words };
  }),
];

/** With the skin types and concerns of the menus: who types 敏感肌 or 細紋 wants the products for it. */
function wordsOfProduct({
  subTitle,
  summary,
  description = '',
  function: effect = '',
  ingredients = '',
  skinTypes = [],
  features = [],
}: Product) {
  const concerns = FEATURES.filter(({ key }) => features.includes(key)).map(({ label }) => label);
  return [subTitle, summary, ...skinTypes, ...concerns, description, effect, textOf(ingredients)].join(' ');
}

/** Pages whose words are in the web app. */
const GUIDE_PAGES: readonly SearchText[] = [
  {
    path: '/product-instruction',
    title: '商品使用說明',
    text: '01 到 08 號每一瓶怎麼用：用量、手法、夏天與冬天、白天與晚上，依膚質分開說明。',
    words: '使用方法 使用順序 保養步驟 保養順序 用法 用量',
  },
  { path: '/tattoo-care', title: '刺青後的保養', text: '刺青之後的清潔、保濕與防曬。', words: '紋身 癒合 結痂 脫皮' },
  {
    path: '/vip-rights',
    title: '會員禮遇',
    text: '好友與創始會員的禮遇：首購折 NT$200（滿千）、1.5% 購物金回饋、生日禮與推薦好友。',
    words: '會員權益 會員制度 會員等級 會員價 生日優惠 推薦碼 邀請碼 回饋',
  },
  { path: '/about', title: '品牌故事', text: '從德國南部一間藥局的後院開始。', words: '關於我們 產地 德國製造 創辦人' },
  { path: '/corporate-gifts', title: '企業贈禮', text: '為員工、客戶與活動準備的禮物。', words: '企業採購 大量訂購 團體訂購 員工福利' },
  { path: '/comments', title: '商品評價', text: '每件商品的評分，和寫下的心得。', words: '評論 評價 心得 推薦 好用嗎' },
].map((page) => ({ ...page, kind: 'guide', key: page.path, image: null }));

/** Everything that can be found: products on sale, ingredients, guides, articles, campaigns and help. */
export function searchTexts({ posts, campaigns, ingredients, faq, skinTypes }: Content, products: readonly Product[]): SearchText[] {
  return [
    ...products.map(
      (one): SearchText => ({
        kind: 'product',
        key: String(one.productId),
        path: `/product/${one.slug}`,
        title: one.nameZh,
        text: one.subTitle,
        image: one.images[0] ?? null,
        titleToo: one.nameEn,
        words: wordsOfProduct(one),
      }),
    ),
    ...ingredients.map(
      (one): SearchText => ({
        kind: 'ingredient',
        key: one.id,
        // Until ingredients have pages of their own, the products that contain one are its results' page.
        path: `/search?q=${encodeURIComponent(one.nameZh)}`,
        title: one.nameZh,
        text: one.purpose,
        image: null,
        titleToo: one.inci,
        words: `${one.purpose} ${one.text}`,
      }),
    ),
    ...[...skinTypes.values()].map(
      (one): SearchText => ({
        kind: 'guide',
        key: one.type,
        path: `/skin-type/${one.type}`,
        title: one.title,
        text: one.teaser,
        image: null,
        titleToo: one.titleEn,
        words: [one.intro, one.problemTitle, ...one.problems.list.map(({ title }) => title), one.fix.title, one.fix.text].join(' '),
      }),
    ),
    ...GUIDE_PAGES,
    ...posts.map(
      (one): SearchText => ({
        kind: 'post',
        key: String(one.id),
        path: `/blog/${one.slug}`,
        title: one.title,
        text: shortened(one.summary, SHOWN),
        image: one.banner.image,
        titleToo: one.titleEn,
        words: `${one.summary} ${one.text}`,
        shownFrom: one.publishedAt,
      }),
    ),
    ...campaigns.map(
      (one): SearchText => ({
        kind: 'event',
        key: String(one.id),
        path: `/event/${one.url}`,
        title: one.name,
        text: shortened(one.summary, SHOWN),
        image: one.banner.image,
        words: `${one.summary} ${textOf(one.content)}`,
        shownFrom: announcedAt(one),
      }),
    ),
    ...faq.categories.flatMap(({ entries }) =>
      entries.map(
        (one): SearchText => ({
          kind: 'help',
          key: one.id,
          path: `/help/faq#${one.id}`,
          title: one.question,
          text: shortened(textOf(one.answer), SHOWN),
          image: null,
          words: textOf(one.answer),
        }),
      ),
    ),
    ...HELP_PAGES,
  ];
}

/** rows of one statement */
const AT_ONCE = 100;

/** Makes the table equal to the texts. Only changed texts are written; several processes may do it at once. */
export async function writeSearchTexts(pool: pg.Pool, texts: readonly SearchText[]): Promise<number> {
  const rows = texts.map((text, place) => {
    const { kind, key, path, title, titleToo = '', text: shown, image, words, shownFrom = null } = text;
    const [norm_title, norm_text] = [normalise(`${title} ${titleToo}`), normalise(words.slice(0, SEARCHED))];
    // With the normalised texts, so that a release that normalises in another way writes all of them again.
    const hash = createHash('sha256')
      .update(JSON.stringify([text, place, norm_title, norm_text]))
      .digest('base64url');
    return { kind, key, path, title, shown, image, norm_title, norm_text, hash, place, shown_from: shownFrom };
  });
  return inLockedTransaction(pool, 'content-search', async (client) => {
    const { rows: known } = await client.query<{ kind: string; key: string; hash: string }>('select kind, key, hash from search_texts');
    const hashes = new Map(known.map(({ kind, key, hash }) => [`${kind}/${key}`, hash]));
    const changed = rows.filter(({ kind, key, hash }) => hashes.get(`${kind}/${key}`) !== hash);
    for (let at = 0; at < changed.length; at += AT_ONCE) {
      const some = changed.slice(at, at + AT_ONCE).map((row) => ({ ...row, grams: gramsOf(`${row.norm_title} ${row.norm_text}`) }));
      await client.query({
        name: 'search-texts-write',
        text: `insert into search_texts (kind, key, path, title, shown, image, norm_title, norm_text, hash, place, shown_from, grams)
               select kind, key, path, title, shown, image, norm_title, norm_text, hash, place, shown_from, grams
               from json_to_recordset($1) as row (kind text, key text, path text, title text, shown text, image text, norm_title text,
                 norm_text text, hash text, place integer, shown_from timestamptz, grams text[])
               on conflict (kind, key) do update set path = excluded.path, title = excluded.title, shown = excluded.shown,
                 image = excluded.image, norm_title = excluded.norm_title, norm_text = excluded.norm_text, hash = excluded.hash,
                 place = excluded.place, shown_from = excluded.shown_from, grams = excluded.grams`,
        values: [JSON.stringify(some)],
      });
    }
    await client.query(
      'delete from search_texts s where not exists (select from unnest($1::text[], $2::text[]) n (kind, key) where n.kind = s.kind and n.key = s.key)',
      [rows.map(({ kind }) => kind), rows.map(({ key }) => key)],
    );
    return changed.length;
  });
}
