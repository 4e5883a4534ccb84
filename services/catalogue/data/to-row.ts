import type { ProductRow } from '../product-row.ts';
import { bandOf, galleryOf } from '../art/scenes.ts';
import type { Ingredient, SeedProduct } from './seed-product.ts';

/** Writes a product of the seed data into the raw fields of spec/1 §3. */
export function toRow(product: SeedProduct): ProductRow {
  const [ORIGIN, MEMBER, ADDITIONAL] = product.price;
  const band = bandOf(product);
  return {
    product_id: product.id,
    product_uid: product.uid,
    product_capi_uid: product.uid,
    product_name_en: product.nameEn,
    product_name_zh: product.nameZh,
    product_sub_title: product.subTitle,
    product_summary: product.summary,
    product_type: product.type,
    product_price: { ORIGIN, MEMBER, ...(ADDITIONAL === undefined ? {} : { ADDITIONAL }) },
    product_images: galleryOf(product).map(({ name }) => name).join('|'),
    product_size: [...product.sizes],
    product_desc: product.description.join('\n\n'),
    product_characters: product.characters.join('|'),
    product_set_items: [...(product.setItems ?? [])],
    product_sample: product.sample ?? null,
    product_skin_type: product.skinTypes.join('|'),
    product_feature: product.features.join('|'),
    product_function: product.function,
    product_usage: product.usage,
    product_texture: product.texture,
    product_scent: product.scent,
    product_open_months: product.openMonths,
    product_detail_images: band ? [`${band.path}||${band.alt}`] : [],
    product_is_launched: product.launched ?? '1',
    product_is_hot_sale: product.hot ? '1' : '0',
    product_is_additional: ADDITIONAL === undefined ? '0' : '1',
    product_ingredients: ingredientList(product.ingredients),
    product_flow: product.flow ?? '',
    product_sort_index: product.sort,
    product_no: product.number ?? null,
    product_slug: product.slug ?? null,
    product_step: product.step,
  };
}

/** The full list in the order of the law, most first, each with what it is there for. */
function ingredientList(ingredients: readonly Ingredient[]): string {
  if (ingredients.length === 0) return '';
  const lines = ingredients.map(([inci, zh, purpose]) => `<dt><span lang="la">${escape(inci)}</span> ${escape(zh)}</dt><dd>${escape(purpose)}</dd>`);
  return `<dl>${lines.join('')}</dl>`;
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
