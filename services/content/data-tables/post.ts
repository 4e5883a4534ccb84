import { columns, type DataTable, everyRow, firstFault, jsonColumns, type Row, rowVersion, sql } from '@nordhaut/platform/data-tables';
import { editorHtml } from '../editor-html.ts';
import { isAddress, isIds, isPicture, isTitle, json, mapped } from './checks.ts';

const isRecommendation = (text: unknown): boolean => text === undefined || Array.isArray(json(text));

function checked(row: Row): Row | string {
  const wrong = firstFault({
    post_title: isTitle(row['post_title']),
    post_slug: isAddress(row['post_slug']),
    post_banner: isPicture(row['post_banner']),
    post_recommend: isRecommendation(row['post_recommend']),
    post_products: row['post_products'] === undefined || isIds(row['post_products']),
  });
  // The time of a change is the server's; a new post that names none is of now.
  const now = new Date().toISOString();
  const times = { post_changed_at: now, post_create_at: row['post_create_at'] ?? now };
  return wrong ?? mapped({ ...row, ...times }, ['post_content'], editorHtml);
}

const published = () => sql`t.post_is_published and t.post_create_at <= now()`;

/** spec/1 §3, "Post". */
export const postTable: DataTable = {
  name: 'post',
  about: 'Articles. Buyers get the published ones.',
  from: sql`posts as t`,
  key: 'post_id',
  columns: {
    ...columns('integer', ['post_id', 'category_id']),
    ...columns('text', ['post_slug', 'post_title', 'post_title_en', 'post_summary', 'post_content', 'post_banner', 'post_banner_alt']),
    // The widest file of the drawing.
    post_bannerPath: {
      type: 'text',
      sql: sql`case t.post_banner when '' then '' else '/img/content/' || t.post_banner || '-1280.webp' end`,
    },
    ...columns('time', ['post_create_at']),
    ...columns('time', ['post_changed_at']),
    ...columns('boolean', ['post_is_published']),
    // The specification's name for it.
    post_isPublished: { type: 'text', sql: sql`case when t.post_is_published then '1' else '0' end` },
    ...jsonColumns(['post_recommend', 'post_products']),
    ...rowVersion,
  },
  rows: { visitor: published, member: published, staff: everyRow },
  write: {
    right: 'act',
    table: 'posts',
    verbs: ['set', 'update', 'delete'],
    columns: [
      'post_id',
      'category_id',
      'post_slug',
      'post_title',
      'post_title_en',
      'post_summary',
      'post_content',
      'post_banner',
      'post_banner_alt',
      'post_create_at',
      'post_changed_at',
      'post_is_published',
      'post_recommend',
      'post_products',
    ],
    check: checked,
    stamps: ['post_changed_at'],
  },
};
