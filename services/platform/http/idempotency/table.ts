import type { Migration } from '../../database/migrate.ts';

/**
 * One row for every `Idempotency-Key`. `command_id` is made from caller, method, path and key, so it is the key.
 * `body_hash` tells a repeated request from another one under the same key. Written once, with the answer.
 * `owner` is the visitor that a first answer created: the next request of that browser comes with the cookie.
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
        status smallint not null,
        headers text not null,
        body text not null
      );
      create index idempotency_keys_created_at on idempotency_keys using brin (created_at);
    `,
  },
];
