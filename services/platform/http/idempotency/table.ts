import type { Migration } from '../../database/migrate.ts';

/**
 * One row for every `Idempotency-Key`. `command_id` is made from caller, method, path and key, so it is the key.
 * `body_hash` tells a repeated request from another one under the same key; the answer is null until there is one.
 * `owner` is the visitor that a first answer created: the next request of that browser comes with the cookie.
 * Free space in the pages lets the answer be written beside the claim without touching the index.
 */
export const idempotencyMigrations: readonly Migration[] = [
  {
    name: 'platform/http-001-idempotency-keys',
    sql: `
      create table idempotency_keys (
        command_id uuid primary key,
        body_hash bytea not null,
        created_at timestamptz not null default now(),
        owner uuid,
        status smallint,
        headers jsonb,
        body text
      ) with (fillfactor = 60);
      create index idempotency_keys_created_at on idempotency_keys using brin (created_at);
    `,
  },
];
