import { rowProjection } from '@nordhaut/platform/projections';
import type { StaffInvited } from './staff-events.ts';
import { STAFF_CATEGORY } from './stream.ts';

/** The ids of the staff; names and rights are in their streams. */
export const staffProjection = rowProjection<{ staff_id: string; invited_at: string }, StaffInvited>({
  name: 'staff',
  version: 1,
  filter: { categories: [STAFF_CATEGORY], types: ['StaffInvited'] },
  personal: false,
  key: 'staff_id',
  createTable: (table) => `create table ${table} (staff_id text primary key, invited_at timestamptz not null)`,
  keyOf: ({ stream }) => stream.slice(STAFF_CATEGORY.length + 1),
  apply: (_row, { stream, data }) => ({ staff_id: stream.slice(STAFF_CATEGORY.length + 1), invited_at: data.at }),
});
