import { SeedQuestionnaire } from '@nordhaut/contracts/content';
import { columns, type DataTable, everyRow, firstFault, jsonColumns, type Row, rowVersion, sql } from '@nordhaut/platform/data-tables';
import { readSetting } from '../layout-setting.ts';
import type { Setting } from '../snapshot.ts';
import { isAddress, isTitle, json } from './checks.ts';

const everybody = { visitor: everyRow, member: everyRow, staff: everyRow };

export const ingredientTable: DataTable = {
  name: 'ingredient',
  about: 'Ingredients of the products.',
  from: sql`ingredients as t`,
  key: 'ingredient_id',
  columns: columns('text', [
    'ingredient_id',
    'ingredient_inci',
    'ingredient_name_zh',
    'ingredient_origin',
    'ingredient_purpose',
    'ingredient_text',
  ]),
  rows: everybody,
};

function checkedLayout(row: Row): Row | string {
  const { layout_name: name, layout_data_type: type, layout_content: content } = row;
  if (typeof content !== 'string' || content.length > 50_000) return 'layout_content';
  if (type === 'BOOLEAN' && !['true', 'false', '0', '1'].includes(content)) return 'layout_content';
  // Pages leave out what does not have its form, so a banner would disappear without a word.
  return readSetting(String(name), type as Setting['dataType'], content) === undefined ? 'layout_content' : row;
}

/** spec/1 §3, "Layout setting". The names and the types are the pages' own, so staff only change contents. */
export const layoutTable: DataTable = {
  name: 'layout',
  about: 'Settings of the pages, each under its name.',
  from: sql`layout_settings as t`,
  key: 'layout_name',
  columns: { ...columns('text', ['layout_name', 'layout_data_type', 'layout_content']), ...rowVersion },
  rows: everybody,
  write: { right: 'act', table: 'layout_settings', verbs: ['update'], columns: ['layout_content'], check: checkedLayout },
};

function checkedQuestionnaire(row: Row): Row | string {
  const wrong = firstFault({
    questionnaire_template_route: isAddress(row['questionnaire_template_route']),
    questionnaire_template_name: isTitle(row['questionnaire_template_name']),
    questionnaire_template_fields: SeedQuestionnaire.shape.fields.safeParse(json(row['questionnaire_template_fields'])).success,
  });
  return wrong ?? row;
}

const QUESTIONNAIRE = [
  'questionnaire_template_route',
  'questionnaire_template_name',
  'questionnaire_template_desc',
  'questionnaire_template_thanks',
] as const;

/** spec/1 §3, "Questionnaire template". Buyers know the address of theirs. */
export const questionnaireTable: DataTable = {
  name: 'questionnaire_template',
  about: 'Questionnaires. Buyers ask for one by its address.',
  from: sql`questionnaire_templates as t`,
  key: 'questionnaire_template_route',
  columns: { ...columns('text', QUESTIONNAIRE), ...jsonColumns(['questionnaire_template_fields']), ...rowVersion },
  rows: everybody,
  must: { visitor: 'questionnaire_template_route', member: 'questionnaire_template_route' },
  write: {
    right: 'act',
    table: 'questionnaire_templates',
    verbs: ['set', 'update', 'delete'],
    columns: [...QUESTIONNAIRE, 'questionnaire_template_fields'],
    check: checkedQuestionnaire,
  },
};

const listed = () => sql`t.listed`;

/**
 * spec/1 §3, "Comment". Age group and shown name are as at submission; the birthday, the full name and the member's id stand
 * in no column (decisions.md 103).
 */
export const commentTable: DataTable = {
  name: 'comment',
  about: 'Reviews. The join `user` adds the shown name, the age group and the gender of the author.',
  from: sql`reviews as t`,
  key: 'comment_id',
  columns: {
    ...columns('text', ['comment_id', 'comment_title', 'comment_content', 'comment_gender', 'comment_age_range', 'comment_skin_type']),
    ...columns('text', ['comment_user_name', 'comment_source', 'comment_source_url']),
    ...columns('integer', ['product_id', 'comment_stars']),
    comment_only_show_firstname: { type: 'text', sql: sql`case when t.comment_only_show_firstname then '1' else '0' end` },
    ...columns('time', ['comment_create_at']),
    ...jsonColumns(['comment_pictures']),
    // Those that members uploaded, below `/img/_comment/`.
    comment_images: {
      type: 'text',
      sql: sql`(select coalesce(string_agg(i.image_name, ',' order by i.place, i.image_name), '') from review_images i where i.comment_id = t.comment_id)`,
    },
    comment_published: { type: 'text', sql: sql`case when t.listed then '1' else '0' end` },
    user_name: { type: 'text', sql: sql`t.comment_user_name`, join: 'user' },
    user_age_group: { type: 'text', sql: sql`t.comment_age_range`, join: 'user' },
    user_gender: { type: 'text', sql: sql`t.comment_gender`, join: 'user' },
    ...columns('time', ['hidden_at'], { read: ['staff'] }),
    ...columns('text', ['hidden_by'], { read: ['staff'] }),
  },
  rows: { visitor: listed, member: listed, staff: everyRow },
};
