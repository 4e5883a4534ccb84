import type { IngredientView, LayoutAnswer } from '@nordhaut/contracts';
import { Question } from '@nordhaut/contracts/content';
import type pg from 'pg';
import * as z from 'zod/mini';
import { isAll } from './campaign-products.ts';
import { editorHtml, textOf, withHeadings } from './editor-html.ts';
import { type ItemRow, readItems, type Unusable } from './load-items.ts';
import { readSetting } from './layout-setting.ts';
import type { Campaign, Content, Post, Questionnaire, Setting } from './snapshot.ts';

type PostRow = {
  post_id: number;
  post_slug: string;
  post_title: string;
  post_title_en: string;
  post_summary: string;
  post_content: string;
  post_banner: string;
  post_banner_alt: string;
  post_create_at: Date;
  post_changed_at: Date;
  post_recommend: unknown;
  post_products: unknown;
  category_id: number;
};
type CampaignRow = {
  event_id: number;
  event_url: string;
  event_name: string;
  event_summary: string;
  event_banner: string;
  event_banner_alt: string;
  event_date_start: Date;
  event_date_end: Date | null;
  event_type: 'CONTENT' | 'PRODUCT';
  event_content: string;
  event_linked_product_id: unknown;
  event_link_product_tag: string | null;
  coupon_uid: string | null;
};
type LayoutRow = { layout_name: string; layout_data_type: Setting['dataType']; layout_content: string };
type TemplateRow = {
  questionnaire_template_route: string;
  questionnaire_template_name: string;
  questionnaire_template_desc: string | null;
  questionnaire_template_fields: unknown;
  questionnaire_template_thanks: string;
};

export async function readContentVersion(pool: pg.Pool): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ version: bigint }>({ name: 'content-version', text: 'select version from content_state' });
  return rows[0]?.version;
}

/** All content of one moment. An item that cannot be read is left out. */
export async function loadContent(pool: pg.Pool, unusable: Unusable): Promise<{ version: bigint; value: Content }> {
  const client = await pool.connect();
  try {
    // Without one snapshot for all statements, a change between two of them would be lost under the new version.
    await client.query('begin isolation level repeatable read read only');
    const all = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => (await client.query<Row>(text)).rows;
    const [state] = await all<{ version: bigint }>('select version from content_state');
    if (!state) throw new Error('content_state is empty: run the migrations');
    const posts = (await all<PostRow>('select * from posts where post_is_published order by post_create_at desc, post_id desc')).map(
      postOf,
    );
    const campaigns = (await all<CampaignRow>('select * from campaigns order by event_date_start desc, event_id desc')).map(campaignOf);
    const value: Content = {
      posts,
      postBySlug: new Map(posts.map((post) => [post.slug, post])),
      campaigns,
      campaignByUrl: new Map(campaigns.map((campaign) => [campaign.url, campaign])),
      settings: settingsOf(await all<LayoutRow>('select * from layout_settings'), unusable),
      ingredients: await all<IngredientView>(`
        select ingredient_id as id, ingredient_inci as inci, ingredient_name_zh as "nameZh", ingredient_origin as origin,
          ingredient_purpose as purpose, ingredient_text as text
        from ingredients order by ingredient_inci collate "C"`),
      questionnaires: new Map(
        (await all<TemplateRow>('select * from questionnaire_templates')).flatMap((row) => questionnaireOf(row, unusable)),
      ),
      changes: changesOf(
        await all<ChangeRow>(
          'select kind, key, changed_at from content_items union all select $$layout$$, layout_name, changed_at from layout_settings',
        ),
      ),
      ...readItems(await all<ItemRow>('select * from content_items'), unusable),
    };
    return { version: state.version, value };
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}

type ChangeRow = { kind: string; key: string; changed_at: Date };

/** The last change of each kind; a kind without items has none. */
function changesOf(rows: readonly ChangeRow[]): Content['changes'] {
  const ofKinds = (...kinds: string[]) => rows.filter(({ kind }) => kinds.includes(kind));
  function latest(name: 'layout' | 'faq' | 'usageGuide', ...kinds: string[]) {
    const instants = ofKinds(...kinds).map(({ changed_at: at }) => at.toISOString());
    const last = instants.toSorted().at(-1);
    return last === undefined ? {} : { [name]: last };
  }
  return {
    ...latest('layout', 'layout'),
    ...latest('faq', 'faq', 'faq-category'),
    ...latest('usageGuide', 'usage-guide'),
    skinTypes: Object.fromEntries(ofKinds('skin-type').map(({ key, changed_at: at }) => [key, at.toISOString()])),
  };
}

/** The picture of what has none of its own: that of its list, as shared links show it. */
const NO_BANNER = { post: 'share/articles', campaign: 'share/campaigns' } as const;

const ids = (value: unknown): number[] => (Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : []);

/** HTML is cleaned here once more, because not every way of writing goes through the seeding (decisions.md 107). */
function postOf(row: PostRow): Post {
  const clean = editorHtml(row.post_content);
  return {
    id: row.post_id,
    slug: row.post_slug,
    title: row.post_title,
    titleEn: row.post_title_en,
    summary: row.post_summary,
    ...withHeadings(clean),
    text: textOf(clean),
    banner: { image: row.post_banner || NO_BANNER.post, alt: row.post_banner_alt },
    categoryId: row.category_id,
    publishedAt: row.post_create_at,
    changedAt: row.post_changed_at,
    recommended: ids(row.post_recommend),
    products: ids(row.post_products),
  };
}

function campaignOf(row: CampaignRow): Campaign {
  return {
    id: row.event_id,
    url: row.event_url,
    name: row.event_name,
    summary: row.event_summary,
    banner: { image: row.event_banner || NO_BANNER.campaign, alt: row.event_banner_alt },
    start: row.event_date_start,
    end: row.event_date_end,
    type: row.event_type,
    content: editorHtml(row.event_content),
    all: isAll(row.event_linked_product_id),
    products: ids(row.event_linked_product_id),
    tag: row.event_link_product_tag,
    couponUid: row.coupon_uid,
  };
}

/** A setting with another form than its pages read is left out rather than breaking them. */
function settingsOf(rows: readonly LayoutRow[], unusable: Unusable): LayoutAnswer['settings'] {
  const settings: LayoutAnswer['settings'] = {};
  for (const { layout_name: name, layout_data_type: dataType, layout_content: content } of rows) {
    const value = readSetting(name, dataType, content);
    if (value === undefined) unusable({ table: 'layout_settings', key: name, field: 'layout_content' });
    else settings[name] = value;
  }
  return settings;
}

function questionnaireOf(row: TemplateRow, unusable: Unusable): [string, Questionnaire][] {
  const route = row.questionnaire_template_route;
  const fields = z.safeParse(z.array(Question), row.questionnaire_template_fields);
  if (!fields.success) {
    unusable({ table: 'questionnaire_templates', key: route, field: 'questionnaire_template_fields' });
    return [];
  }
  const { questionnaire_template_name: name, questionnaire_template_desc: desc, questionnaire_template_thanks: thanks } = row;
  return [[route, { route, name, desc, fields: fields.data, thanks }]];
}
