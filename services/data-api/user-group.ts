import { type DataTable, sql } from '@nordhaut/platform/data-tables';
import { userGroupSql } from '@nordhaut/promotions';

/** Reviews belong to content and founding membership to promotions, so their join belongs here. A review of no member has no group. */
export const withUserGroup = (table: DataTable): DataTable => ({
  ...table,
  columns: {
    ...table.columns,
    user_group: {
      type: 'text',
      sql: sql`case when t.member_id is not null then ${userGroupSql(sql`t.member_id`)} end`,
      join: 'user',
    },
  },
});
