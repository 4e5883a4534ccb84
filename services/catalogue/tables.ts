import type { Migration } from '@nordhaut/platform/database';
import type { Generated } from 'kysely';
import type { ProductRow } from './product-row.ts';

export type CatalogueTables = {
  products: ProductRow & { product_changed_at: Generated<Date> };
  catalogue_seeds: { product_id: number; seed_version: string; fields: unknown };
  catalogue_state: { one_row: boolean; version: bigint; seed_version: string | null };
};

/** The channel on which a changed catalogue is announced, with its version. */
export const CATALOGUE_CHANNEL = 'catalogue_changed';

/**
 * The version counts up inside the transaction that changes products. Its row lock makes changes commit one after
 * another, so equal versions mean equal contents; without it a reader could keep an old price under a new version.
 */
const PRODUCTS = `
create table products (
  product_id integer primary key,
  product_uid text not null unique,
  product_capi_uid text not null default '',
  product_name_en text not null,
  product_name_zh text not null,
  product_sub_title text not null default '',
  product_summary text not null default '',
  product_type text not null check (product_type in ('PRODUCT', 'SET')),
  product_price jsonb not null,
  product_images text not null default '',
  product_size jsonb not null default '[]',
  product_desc text not null default '',
  product_characters text not null default '',
  product_set_items jsonb not null default '[]',
  product_sample text,
  product_skin_type text not null default '',
  product_feature text not null default '',
  product_function text not null default '',
  product_detail_images jsonb not null default '[]',
  product_is_launched text not null default '0',
  product_is_hot_sale text not null default '0',
  product_is_additional text not null default '0',
  product_ingredients text not null default '',
  product_flow text not null default '',
  product_sort_index integer not null default 0,
  product_no text,
  product_slug text,
  product_step text not null
);
create table catalogue_state (
  one_row boolean primary key default true check (one_row),
  version bigint not null default 0,
  seed_version text
);
insert into catalogue_state default values;
create function catalogue_announce() returns trigger language plpgsql as $$
declare v bigint;
begin
  update catalogue_state set version = version + 1 returning version into v;
  perform pg_notify('${CATALOGUE_CHANNEL}', v::text);
  return null;
end $$;
create trigger products_changed after insert or update or delete or truncate on products
for each statement execute function catalogue_announce();
`;

/** What the detail page says of use, texture, scent and shelf life. The next seed fills the columns of products of the release. */
const USE_AND_TEXTURE = `
alter table products
  add column product_usage text not null default '',
  add column product_texture text not null default '',
  add column product_scent text not null default '',
  add column product_open_months integer check (product_open_months between 1 and 60);
`;

/** When a row last got other values. A seed writes each row of a changed release, and the rows that it leaves alike keep their time. */
const CHANGED_AT = `
alter table products add column product_changed_at timestamptz not null default now();
create function products_keep_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'product_changed_at' is distinct from to_jsonb(old) - 'product_changed_at' then
    new.product_changed_at := now();
  end if;
  return new;
end $$;
create trigger products_keep_change before update on products for each row execute function products_keep_change();
`;

/** Each product as the release of `seed_version` wrote it: a later release writes only the fields that it changed. */
const SEEDS = `create table catalogue_seeds (product_id integer primary key, seed_version text not null, fields jsonb not null)`;

/** This capability's migrations, in order. */
export const catalogueMigrations: readonly Migration[] = [
  { name: 'catalogue/001-products', sql: PRODUCTS },
  { name: 'catalogue/002-use-and-texture', sql: USE_AND_TEXTURE },
  { name: 'catalogue/003-changed-at', expand: true, sql: CHANGED_AT },
  { name: 'catalogue/004-seeds', expand: true, sql: SEEDS },
];
