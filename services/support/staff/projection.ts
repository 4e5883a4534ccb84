import { rowProjection } from '@nordhaut/platform/projections';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';
import type { StaffInvited, StaffLeft } from './staff-events.ts';
import type pg from 'pg';
import { STAFF_CATEGORY } from './stream.ts';

type Row = { staff_id: string; invited_at: string; left_at: string | null; forgotten: boolean };

/** The ids of the staff; names and rights are in their streams. */
export const staffProjection = rowProjection<Row, StaffInvited | StaffLeft | PersonalDataForgotten>({
  name: 'staff',
  version: 2,
  filter: { categories: [STAFF_CATEGORY], types: ['StaffInvited', 'StaffLeft', 'PersonalDataForgotten'] },
  personal: false,
  key: 'staff_id',
  createTable: (table) => `
    create table ${table} (staff_id text primary key, invited_at timestamptz not null, left_at timestamptz, forgotten boolean not null)`,
  keyOf: ({ stream }) => stream.slice(STAFF_CATEGORY.length + 1),
  apply(row, { stream, type, data }) {
    if (type === 'StaffInvited')
      return { staff_id: stream.slice(STAFF_CATEGORY.length + 1), invited_at: data.at, left_at: null, forgotten: false };
    if (!row) return undefined;
    return type === 'StaffLeft' ? { ...row, left_at: data.at } : { ...row, forgotten: true };
  },
});

/** Those of these people whose account ended. */
export const formerStaff =
  (pool: Pick<pg.Pool, 'query'>) =>
  async (staffIds: readonly string[]): Promise<ReadonlySet<string>> => {
    if (staffIds.length === 0) return new Set();
    const { rows } = await pool.query<{ staff_id: string }>(
      'select staff_id from staff where staff_id = any($1::text[]) and left_at is not null',
      [staffIds],
    );
    return new Set(rows.map(({ staff_id: id }) => id));
  };
