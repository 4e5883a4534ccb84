import type { SeedData } from './seed-data.ts';
import { instantOf } from './days.ts';
import { answerHtml, editorHtml } from './editor-html.ts';

/** An item of the release and the row that it becomes when it is written at `now`. */
export type SeedItem = { table: string; key: string; source: unknown; row: (now: Date) => Record<string, unknown> };

const json = (value: unknown): string => JSON.stringify(value);

/** The content of a release as rows. HTML is cleaned here, which is where it is written (decisions.md 107). */
export function seedItems(data: SeedData): SeedItem[] {
  const item = (kind: string, key: string, value: unknown): SeedItem => ({
    table: 'content_items',
    key: `${kind}/${key}`,
    source: value,
    row: () => ({ kind, key, data: json(value) }),
  });
  return [
    ...data.posts.map((post) => ({ table: 'posts', key: String(post.id), source: post, row: (now: Date) => postRow(post, now) })),
    ...data.campaigns.map((one) => ({ table: 'campaigns', key: String(one.id), source: one, row: (now: Date) => campaignRow(one, now) })),
    ...data.layout.map((one) => ({ table: 'layout_settings', key: one.name, source: one, row: () => layoutRow(one) })),
    ...data.ingredients.map((one) => ({ table: 'ingredients', key: one.id, source: one, row: () => ingredientRow(one) })),
    ...data.questionnaires.map((one) => ({
      table: 'questionnaire_templates',
      key: one.route,
      source: one,
      row: () => questionnaireRow(one),
    })),
    ...data.categories.map((one) => item('category', String(one.id), one)),
    ...data.skinTypes.map((one) => item('skin-type', one.type, one)),
    ...data.usageGuide.map((one) => item('usage-guide', one.number, one)),
    ...data.faqCategories.map((one) => item('faq-category', one.key, one)),
    ...data.faq.map((one, sort) => item('faq', one.id, { ...one, a: answerHtml(one.a), sort })),
  ];
}

/** The column that names an item of the table. */
export const KEY_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  posts: ['post_id'],
  campaigns: ['event_id'],
  layout_settings: ['layout_name'],
  ingredients: ['ingredient_id'],
  questionnaire_templates: ['questionnaire_template_route'],
  content_items: ['kind', 'key'],
};

function postRow(post: SeedData['posts'][number], now: Date) {
  const created = instantOf(post.publishedAt, now);
  return {
    post_id: post.id,
    post_slug: post.slug,
    post_title: post.title,
    post_title_en: post.titleEn,
    post_summary: post.summary,
    post_content: editorHtml(post.body),
    post_banner: post.banner.image,
    post_banner_alt: post.banner.alt,
    post_create_at: created,
    post_changed_at: post.changedAt ? instantOf(post.changedAt, now) : created,
    post_is_published: post.published,
    post_recommend: json(post.recommended),
    post_products: json(post.products),
    category_id: post.categoryId,
  };
}

function campaignRow(campaign: SeedData['campaigns'][number], now: Date) {
  const { start, end } = campaign;
  return {
    event_id: campaign.id,
    event_url: campaign.url,
    event_name: campaign.name,
    event_summary: campaign.summary,
    event_banner: campaign.banner.image,
    event_banner_alt: campaign.banner.alt,
    // From 00:00 of the first day to 24:00 of the last one (decisions.md 104).
    event_date_start: instantOf({ daysFromNow: start.daysFromNow }, now),
    event_date_end: end && instantOf({ daysFromNow: end.daysFromNow + 1 }, now),
    event_type: campaign.type,
    event_content: editorHtml(campaign.content),
    event_linked_product_id: json(campaign.products === 'ALL' ? ['ALL'] : campaign.products),
    event_link_product_tag: campaign.tag,
    coupon_uid: campaign.couponUid,
  };
}

function layoutRow({ name, dataType, content }: SeedData['layout'][number]) {
  const text = dataType === 'ARRAY' ? content.join('|') : dataType === 'TEXT' ? content : json(content);
  return { layout_name: name, layout_data_type: dataType, layout_content: text };
}

const ingredientRow = ({ id, inci, nameZh, origin, purpose, text }: SeedData['ingredients'][number]) => ({
  ingredient_id: id,
  ingredient_inci: inci,
  ingredient_name_zh: nameZh,
  ingredient_origin: origin,
  ingredient_purpose: purpose,
  ingredient_text: text,
});

const questionnaireRow = ({ route, name, desc, fields, thanks }: SeedData['questionnaires'][number]) => ({
  questionnaire_template_route: route,
  questionnaire_template_name: name,
  questionnaire_template_desc: desc,
  questionnaire_template_fields: json(fields),
  questionnaire_template_thanks: thanks,
});
