import type { Migration } from '../database/index.ts';

/** `key` is null after the subject was forgotten; the row stays, so that the subject never gets a new key. */
export const envelopeMigrations: Migration[] = [
  {
    name: 'envelope/001-subject-keys',
    sql: `
      create table subject_keys (
        subject text primary key,
        key bytea,
        created_at timestamptz not null default now(),
        forgotten_at timestamptz,
        check ((key is null) = (forgotten_at is not null))
      )`,
  },
];
