import { CARE_STEPS, PRODUCT_FEATURES } from '@nordhaut/contracts';
import sanitizeHtml from 'sanitize-html';
import { detailImageAlt } from './messages.ts';
import { type Product, slugOf } from './product.ts';
import * as raw from './raw-fields.ts';

/** A row of `products`: the field names and forms of spec/1 §3, so that the data API can return rows unchanged. */
export type ProductRow = {
  product_id: number;
  product_uid: string;
  product_capi_uid: string;
  product_name_en: string;
  product_name_zh: string;
  product_sub_title: string;
  product_summary: string;
  product_type: string;
  product_price: unknown;
  product_images: string;
  product_size: unknown;
  product_desc: string;
  product_characters: string;
  product_set_items: unknown;
  product_sample: string | null;
  product_skin_type: string;
  product_feature: string;
  product_function: string;
  product_usage: string;
  product_texture: string;
  product_scent: string;
  product_open_months: number | null;
  product_detail_images: unknown;
  product_is_launched: string;
  product_is_hot_sale: string;
  product_is_additional: string;
  product_ingredients: string;
  product_flow: string;
  product_sort_index: number;
  /** "01" to "08" (`product_no` of the usage guide) */
  product_no: string | null;
  product_slug: string | null;
  product_step: string;
};

/** A row as the table has it. */
export type StoredRow = ProductRow & { product_changed_at: Date };

/** Reads a row, or names the field that makes it unusable. */
export function readRow(row: StoredRow): Product | { unusable: string } {
  const tiers = raw.prices(row.product_price);
  // A product that is not offered as an addition has no ADDITIONAL price, even if the row holds one.
  const prices = tiers && row.product_is_additional !== '1' ? { ...tiers, ADDITIONAL: null } : tiers;
  if (!prices) return { unusable: 'product_price' };
  if (row.product_type !== 'PRODUCT' && row.product_type !== 'SET') return { unusable: 'product_type' };
  const setItems = raw.integers(row.product_set_items);
  // Without this check a set without items could be sold.
  if (row.product_type === 'SET' && setItems.length === 0) return { unusable: 'product_set_items' };
  return {
    id: row.product_id,
    uid: row.product_uid,
    capiUid: row.product_capi_uid || row.product_uid,
    slug: slugOf(row.product_name_en, row.product_slug),
    type: row.product_type,
    number: row.product_no,
    step: CARE_STEPS.find((step) => step === row.product_step) ?? 'hydrate',
    nameZh: row.product_name_zh,
    nameEn: row.product_name_en,
    subTitle: row.product_sub_title,
    summary: row.product_summary,
    description: row.product_desc,
    characters: raw.pipeList(row.product_characters),
    function: row.product_function,
    usage: row.product_usage,
    texture: row.product_texture,
    scent: row.product_scent,
    openMonths: row.product_open_months,
    sizes: raw.integers(row.product_size),
    prices,
    images: raw.pipeList(row.product_images),
    detailImages: raw.detailImages(row.product_detail_images, (n) => detailImageAlt(row.product_name_zh, n)),
    features: PRODUCT_FEATURES.filter((feature) => raw.pipeList(row.product_feature).includes(feature)),
    skinTypes: raw.pipeList(row.product_skin_type),
    ingredients: cleanHtml(row.product_ingredients),
    setItems,
    sampleUid: row.product_sample || null,
    flow: raw.flow(row.product_flow),
    standing: raw.standing(row.product_is_launched),
    isHotSale: row.product_is_hot_sale === '1',
    isAdditional: prices.ADDITIONAL !== null,
    sortIndex: row.product_sort_index,
    changedAt: row.product_changed_at,
  };
}

/** Text, lists and tables; no script, style, event handler or picture from elsewhere. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      'p',
      'br',
      'strong',
      'em',
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'span',
      'h3',
      'h4',
    ],
    allowedAttributes: { span: ['lang'], th: ['scope'] },
  });
}
