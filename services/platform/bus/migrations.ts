import type { Migration } from '../database/index.ts';

/** How far each durable consumer has handled what it wants. */
export const busMigrations: Migration[] = [
  {
    name: 'bus/001-positions',
    sql: `
      create table bus_positions (
        consumer text primary key,
        position bigint not null,
        updated_at timestamptz not null default now(),
        trouble text
      )`,
  },
];
