import type { Migration } from '@nordhaut/platform/database';

/** The channel on which changed content is announced, with its version. */
export const CONTENT_CHANNEL = 'content_changed';

/** Content that every page reads from memory. `content_items` holds the kinds that only the shop's own calls name. */
const REFERENCE = ['posts', 'campaigns', 'layout_settings', 'ingredients', 'questionnaire_templates', 'content_items'];

/**
 * Tables with the field names of spec/1 §3, so that the data API can answer rows. As in the catalogue, the version counts up
 * inside the transaction that changes a table, so equal versions mean equal contents. `content_seeds` has a hash of each item
 * as a release wrote it last: an item that the release did not change keeps what staff made of it.
 */
const CONTENT = `
create table posts (
  post_id integer primary key,
  post_slug text not null unique,
  post_title text not null,
  post_title_en text not null default '',
  post_summary text not null default '',
  post_content text not null default '',
  post_banner text not null default '',
  post_banner_alt text not null default '',
  post_create_at timestamptz not null,
  post_changed_at timestamptz not null,
  post_is_published boolean not null default false,
  post_recommend jsonb not null default '[]',
  post_products jsonb not null default '[]',
  category_id integer not null
);
create table campaigns (
  event_id integer primary key,
  event_url text not null unique,
  event_name text not null,
  event_summary text not null default '',
  event_banner text not null default '',
  event_banner_alt text not null default '',
  event_date_start timestamptz not null,
  event_date_end timestamptz,
  event_type text not null check (event_type in ('CONTENT', 'PRODUCT')),
  event_content text not null default '',
  event_linked_product_id jsonb not null default '[]',
  event_link_product_tag text,
  coupon_uid text,
  check (event_date_end > event_date_start)
);
create table layout_settings (
  layout_name text primary key,
  layout_data_type text not null check (layout_data_type in ('ARRAY', 'JSON', 'BOOLEAN', 'TEXT')),
  layout_content text not null
);
create table ingredients (
  ingredient_id text primary key,
  ingredient_inci text not null,
  ingredient_name_zh text not null,
  ingredient_origin text not null check (ingredient_origin in ('HUMAN_IDENTICAL', 'BIOMIMETIC', 'OTHER')),
  ingredient_purpose text not null default '',
  ingredient_text text not null default ''
);
create table questionnaire_templates (
  questionnaire_template_route text primary key,
  questionnaire_template_name text not null,
  questionnaire_template_desc text,
  questionnaire_template_fields jsonb not null,
  questionnaire_template_thanks text not null default ''
);
create table content_items (kind text not null, key text not null, data jsonb not null, primary key (kind, key));
create table content_seeds (kind text not null, key text not null, hash text not null, primary key (kind, key));
create table content_state (one_row boolean primary key default true check (one_row), version bigint not null default 0);
insert into content_state default values;
create function content_announce() returns trigger language plpgsql as $$
declare v bigint;
begin
  update content_state set version = version + 1 returning version into v;
  perform pg_notify('${CONTENT_CHANNEL}', v::text);
  return null;
end $$;
${REFERENCE.map(
  (table) =>
    `create trigger ${table}_changed after insert or update or delete or truncate on ${table} for each statement execute function content_announce();`,
).join('\n')}
`;

/**
 * Reviews. `member_id` null: of the demonstration, or from elsewhere. `bought`: of the demonstration only; a member's mark
 * comes from the orders at every reading (decisions.md 103). `comment_user_name` is masked: the full name stands nowhere here.
 *
 * The sums per product are rows, because a list of products must not count a hundred thousand reviews. The trigger keeps them
 * in the transaction of the change, under the row's lock, so that they equal a count at every moment.
 */
const REVIEWS = `
create table reviews (
  comment_id text primary key,
  product_id integer not null,
  member_id text,
  comment_stars smallint not null check (comment_stars between 1 and 5),
  comment_title text not null default '',
  comment_content text not null default '',
  comment_gender text,
  comment_age_range text,
  comment_skin_type text,
  comment_only_show_firstname boolean not null default false,
  comment_user_name text not null,
  comment_source text not null default 'MEMBER' check (comment_source in ('MEMBER', 'GLOBAL')),
  comment_source_url text,
  comment_pictures jsonb not null default '[]',
  bought boolean not null default false,
  comment_create_at timestamptz not null,
  changed_at timestamptz not null,
  hidden_at timestamptz,
  hidden_by text,
  hidden_reason text,
  listed boolean generated always as (hidden_at is null and (comment_title <> '' or comment_content <> '')) stored,
  unique (member_id, product_id)
);
create index reviews_by_stars on reviews (product_id, comment_stars desc, comment_create_at desc, comment_id) where listed;
create index reviews_by_time on reviews (product_id, comment_create_at desc, comment_id) where listed;
create table review_totals (
  product_id integer primary key,
  stars_1 integer not null default 0,
  stars_2 integer not null default 0,
  stars_3 integer not null default 0,
  stars_4 integer not null default 0,
  stars_5 integer not null default 0
);
create function reviews_count(product integer, stars integer, change integer) returns void language sql as $$
  insert into review_totals as t (product_id, stars_1, stars_2, stars_3, stars_4, stars_5)
  values (product, (stars = 1)::int * change, (stars = 2)::int * change, (stars = 3)::int * change, (stars = 4)::int * change, (stars = 5)::int * change)
  on conflict (product_id) do update set
    stars_1 = t.stars_1 + excluded.stars_1, stars_2 = t.stars_2 + excluded.stars_2, stars_3 = t.stars_3 + excluded.stars_3,
    stars_4 = t.stars_4 + excluded.stars_4, stars_5 = t.stars_5 + excluded.stars_5
$$;
create function reviews_sum() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.comment_source = 'MEMBER' and old.hidden_at is null then
    perform reviews_count(old.product_id, old.comment_stars, -1);
  end if;
  if tg_op <> 'DELETE' and new.comment_source = 'MEMBER' and new.hidden_at is null then
    perform reviews_count(new.product_id, new.comment_stars, 1);
  end if;
  return null;
end $$;
create trigger reviews_summed after insert or update or delete on reviews for each row execute function reviews_sum();
create table review_images (
  image_name text primary key,
  member_id text not null,
  comment_id text references reviews (comment_id) on delete cascade,
  place smallint not null default 0,
  bytes bytea not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamptz not null
);
create index review_images_of on review_images (comment_id, place) where comment_id is not null;
create index review_images_loose on review_images (uploaded_at) where comment_id is null;
create index review_images_member on review_images (member_id);
`;

/** One row per sender and template. `sender`: a member's id, or the keyed hash of a visitor (decisions.md 20, 109). `answers`: of earlier releases. */
const ANSWERS = `
create table questionnaire_answers (
  questionnaire_template_route text not null,
  sender text not null,
  is_member boolean not null,
  answers jsonb not null,
  sent_at timestamptz not null,
  primary key (questionnaire_template_route, sender)
);
create index questionnaire_answers_sender on questionnaire_answers (sender);
create index questionnaire_answers_time on questionnaire_answers (sent_at);
`;

/** SQL has no outer key, so the forgetter seals the answers that are there (`sealClearAnswers`). */
const SEALED_ANSWERS = `
alter table questionnaire_answers alter column answers drop not null, add column sealed bytea, add column outer_key text;
create index questionnaire_answers_outer_key on questionnaire_answers (outer_key);
`;

/** The reason for hiding a review; the forgetter seals those that are there in clear (`sealClearReasons`). */
const SEALED_REASONS = `
alter table reviews add column hidden_sealed bytea, add column outer_key text;
create index reviews_clear_reasons on reviews (comment_id) where hidden_reason is not null;
`;

/**
 * What the search finds. `place`: in the order of its kind. `grams`: single characters and bigrams of the normalised title and text. A GIN index answers which
 * texts contain all of a query's grams; pg_trgm is no help, because it finds no Chinese under the database's collation.
 */
const SEARCH = `
create table search_texts (
  kind text not null,
  key text not null,
  path text not null,
  title text not null,
  shown text not null,
  image text,
  place integer not null,
  norm_title text not null,
  norm_text text not null,
  grams text[] not null,
  hash text not null,
  primary key (kind, key)
);
create index search_texts_grams on search_texts using gin (grams) with (fastupdate = off);
`;

/** When an item last got other values, for the map of the pages. */
const CHANGED_AT = `
alter table content_items add column changed_at timestamptz not null default now();
alter table layout_settings add column changed_at timestamptz not null default now();
create function content_keep_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'changed_at' is distinct from to_jsonb(old) - 'changed_at' then
    new.changed_at := now();
  end if;
  return new;
end $$;
create trigger content_items_keep_change before update on content_items for each row execute function content_keep_change();
create trigger layout_settings_keep_change before update on layout_settings for each row execute function content_keep_change();
`;

/** A text that is published or announced later. NULL: it may be found at any time. */
const SEARCH_TIMES = 'alter table search_texts add column shown_from timestamptz';

/** Bytes of guests' answers by network (a keyed hash) and day; rows of earlier days go. */
const ANSWER_NETWORKS = `
create table questionnaire_networks (
  network bytea not null,
  day timestamptz not null,
  bytes integer not null,
  primary key (network, day)
);
create index on questionnaire_networks (day);
`;

/** One request of a browser without a cookie, in several processes, has a visitor in each. NULL: rows of earlier releases. */
const ANSWERS_ONCE = `
alter table questionnaire_answers add column sending uuid;
create unique index on questionnaire_answers (questionnaire_template_route, sending);
`;

/** The order in which members wrote or changed their reviews, for the staff. */
const REVIEWS_BY_CHANGE = 'create index reviews_by_change on reviews (changed_at, comment_id) where member_id is not null';

/** The pages of reviews for the staff. Few reviews are hidden, so their page would otherwise read all others. */
const REVIEWS_FOR_STAFF = `
create index reviews_newest on reviews (comment_create_at, comment_id);
create index reviews_hidden on reviews (comment_create_at, comment_id) where hidden_at is not null;
`;

/** This capability's migrations, in order. */
export const contentMigrations: readonly Migration[] = [
  { name: 'content/001-content', expand: true, sql: CONTENT },
  { name: 'content/002-reviews', expand: true, sql: REVIEWS },
  { name: 'content/003-questionnaire-answers', expand: true, sql: ANSWERS },
  { name: 'content/004-search', expand: true, sql: SEARCH },
  { name: 'content/005-sealed-answers', expand: true, sql: SEALED_ANSWERS },
  { name: 'content/006-sealed-reasons', expand: true, sql: SEALED_REASONS },
  { name: 'content/007-changed-at', expand: true, sql: CHANGED_AT },
  { name: 'content/008-search-times', expand: true, sql: SEARCH_TIMES },
  { name: 'content/009-answer-networks', expand: true, sql: ANSWER_NETWORKS },
  { name: 'content/010-reviews-by-change', expand: true, sql: REVIEWS_BY_CHANGE },
  { name: 'content/011-answers-once', expand: true, sql: ANSWERS_ONCE },
  { name: 'content/012-reviews-for-staff', expand: true, sql: REVIEWS_FOR_STAFF },
];
