import { columns, type DataTable, everyRow, type Row, sql } from '@nordhaut/platform/data-tables';
import { GroupProjectFields, projectOf } from './project.ts';

type HasProduct = (productId: number) => boolean;

const EDITED = [
  'group_project_name',
  'group_project_address',
  'group_project_start',
  'group_project_end',
  'group_project_products',
] as const;
const BUYERS = { visitor: 'group_project_address', member: 'group_project_address' };
const forBuyers = sql`(
  select group_project_id, group_project_name, group_project_address, group_project_start, group_project_end, row_version,
    case when (now() at time zone 'Asia/Taipei')::date between group_project_start and group_project_end
      then group_project_products else '[]' end as group_project_products
  from group_project) as t`;

/** @param hasProduct whether the catalogue has a product; a page would leave others out without a word */
const checked =
  (hasProduct: HasProduct) =>
  (row: Row): Row | string => {
    const read = GroupProjectFields.safeParse(Object.fromEntries(EDITED.map((name) => [name, row[name]])));
    if (read.success) {
      const { prices } = projectOf({ ...read.data, group_project_id: 0 });
      return prices.every(({ productId }) => hasProduct(productId)) ? read.data : 'group_project_products';
    }
    const [column] = read.error.issues[0]?.path ?? [];
    // The rule about both days names none.
    return typeof column === 'string' ? column : 'group_project_end';
  };

/** spec/3-purchase-flow §3, "Group project". Buyers see prices only while it sells (decisions.md 77). */
export const groupProjectTable = (hasProduct: HasProduct): DataTable => ({
  name: 'group_project',
  about: 'Group projects. Buyers ask for one by its address, and see prices only while it sells.',
  from: ({ kind }) => Promise.resolve(kind === 'staff' ? sql`group_project as t` : forBuyers),
  key: 'group_project_id',
  columns: {
    ...columns('integer', ['group_project_id']),
    ...columns('text', ['group_project_name', 'group_project_address']),
    group_project_start: { type: 'day', sql: sql`t.group_project_start::text` },
    group_project_end: { type: 'day', sql: sql`t.group_project_end::text` },
    group_project_products: { type: 'json' },
    row_version: { type: 'text', sql: sql`t.row_version::text`, read: ['staff'], ask: 'equality' },
  },
  rows: { visitor: everyRow, member: everyRow, staff: everyRow },
  must: BUYERS,
  write: {
    right: 'act',
    table: 'group_project',
    verbs: ['set', 'update', 'delete'],
    columns: EDITED,
    needs: { group_project_products: 'administer' },
    check: checked(hasProduct),
    counts: 'row_version',
  },
});
