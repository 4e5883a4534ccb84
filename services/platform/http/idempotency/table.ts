import type { Migration } from '../../database/migrate.ts';

/**
 * One row for every `Idempotency-Key`. `command_id` is made from caller, method, path and key, so it is the key.
 * `body_hash` tells a repeated request from another one under the same key. Written once, with the answer.
 * `owner` is the visitor who sent the request, or whom its answer created: only that browser gets the cookies again.
 * `sealed` holds status, headers and body (seal.ts). `status`, `headers` and `body` are columns of the first release,
 * which stored answers in clear; a later release drops them.
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
  {
    name: 'platform/http-002-sealed-answers',
    expand: true,
    sql: `
      delete from idempotency_keys;
      alter table idempotency_keys
        add column sealed bytea,
        alter column status drop not null,
        alter column headers drop not null,
        alter column body drop not null;
    `,
  },
];
