import type { Migration } from '../database/index.ts';

/**
 * `subject_keys.key` is null after it was destroyed; the row stays, so that the subject never gets a new key for that
 * purpose. `outer_key`: the id of the outer key that wraps it; null for a key of an earlier release, which the next start
 * wraps. `outer_keys`: the outer keys in use, with their fingerprints. `personal_parts`: see `Vault.split`.
 */
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
  {
    name: 'envelope/002-a-key-per-purpose',
    sql: `
      alter table subject_keys
        add column purpose text not null default 'all' check (purpose in ('all', 'contact', 'invoice', 'support')),
        add column outer_key text,
        drop constraint subject_keys_pkey,
        add primary key (subject, purpose);
      create index subject_keys_in_clear on subject_keys (subject) where outer_key is null and key is not null;
      insert into subject_keys (subject, purpose, forgotten_at)
        select subject, unnest(array['contact', 'invoice', 'support']), forgotten_at from subject_keys where key is null;

      create table outer_keys (id text primary key, fingerprint bytea not null);

      create table personal_parts (
        event_id text not null,
        purpose text not null,
        subject text not null,
        schema_version integer not null,
        sealed text not null,
        primary key (event_id, purpose)
      );
      create index on personal_parts (subject);`,
  },
];
