import { columns, type DataTable, everyRow, firstFault, jsonColumns, type Row, rowVersion, sql } from '@nordhaut/platform/data-tables';
import { editorHtml } from '../editor-html.ts';
import { isAll } from '../campaign-products.ts';
import { isAddress, isIds, isPicture, isTitle, json, mapped, timeOf } from './checks.ts';

function checked(row: Row): Row | string {
  const { event_date_start: start, event_date_end: end, event_linked_product_id: linked } = row;
  const wrong = firstFault({
    event_name: isTitle(row['event_name']),
    event_url: isAddress(row['event_url']),
    event_banner: isPicture(row['event_banner']),
    event_type: row['event_type'] === 'CONTENT' || row['event_type'] === 'PRODUCT',
    event_linked_product_id: linked === undefined || isIds(linked) || isAll(json(linked)),
    event_date_start: !Number.isNaN(timeOf(start)),
    event_date_end: end === undefined || end === null || timeOf(end) > timeOf(start),
  });
  return wrong ?? mapped(row, ['event_content'], editorHtml);
}

const EDITED = [
  'event_id',
  'event_url',
  'event_name',
  'event_summary',
  'event_banner',
  'event_banner_alt',
  'event_date_start',
  'event_date_end',
  'event_type',
  'event_content',
  'event_linked_product_id',
  'event_link_product_tag',
  'coupon_uid',
];

/** As `announcedAt`: two months before the day in Taipei on which the campaign begins (decisions.md 104). */
export const ANNOUNCED_SQL = `now() >= (date_trunc('day', t.event_date_start at time zone 'Asia/Taipei') - interval '2 months') at time zone 'Asia/Taipei'`;
const announced = () => sql.raw<boolean>(ANNOUNCED_SQL);

/** spec/1 §3, "Event". */
export const eventTable: DataTable = {
  name: 'event',
  about: 'Campaigns. The join `coupon` adds the coupon of a campaign where it is open to everybody.',
  from: sql`campaigns as t`,
  key: 'event_id',
  columns: {
    ...columns('integer', ['event_id']),
    ...columns('text', ['event_url', 'event_name', 'event_summary', 'event_banner', 'event_banner_alt', 'event_type', 'event_content']),
    ...columns('text', ['event_link_product_tag']),
    ...columns('time', ['event_date_start', 'event_date_end']),
    event_state: {
      type: 'text',
      sql: sql`case when now() < t.event_date_start then 'unactive' when now() >= t.event_date_end then 'past' else 'active' end`,
    },
    ...jsonColumns(['event_linked_product_id']),
    // It may be a code that has to be found out.
    coupon_uid: { type: 'text', read: ['staff'] },
    ...rowVersion,
  },
  rows: { visitor: announced, member: announced, staff: everyRow },
  write: { right: 'act', table: 'campaigns', verbs: ['set', 'update', 'delete'], columns: EDITED, check: checked },
};
