import type { Migration } from '../../database/migrate.ts';

/**
 * One row for each `Idempotency-Key`, written once with the answer. `command_id` is made from caller, method, path and
 * key. `body_hash` distinguishes a repeated request from another one under the same key. `owner` is the visitor of the
 * request, or the one that its answer created; only that browser gets the cookies again. `sealed` contains status,
 * headers and body (seal.ts). The first release stored these in clear in the columns `status`, `headers` and `body`; a
 * later release drops them.
 *
 * `request_repeats`: what became of the requests of a command that were not its only one, for support (repeats.ts).
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
  {
    name: 'platform/http-003-repeats',
    expand: true,
    sql: `
      create table request_repeats (
        id bigint generated always as identity primary key,
        command_id uuid not null,
        request_id uuid not null,
        trace_id text,
        at timestamptz not null default now()
      );
      create index on request_repeats (command_id);
      create index request_repeats_at on request_repeats using brin (at);
    `,
  },
  {
    name: 'platform/http-004-attempts',
    expand: true,
    sql: `
      alter table request_repeats
        add column outcome text not null default 'same',
        add column status smallint;
    `,
  },
];
