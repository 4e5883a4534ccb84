import type { Migration } from '@nordhaut/platform/database';

/**
 * `person_requests`: what people asked about their own data. Who it is about is an order's number and a member's id, which are
 * pseudonyms; what somebody typed is sealed. Rows stay for five years, as the log of views does (decisions.md 85).
 */
export const personMigration: Migration = {
  name: 'support/003-persons',
  expand: true,
  sql: `
    alter table support_views add column member_id text;
    create index on support_views (member_id, at) where member_id is not null;
    create index on support_views (at);
    -- when the second factor was shown again in this session
    alter table staff_sessions add column confirmed_at timestamptz;
    create table person_requests (
      request_id uuid primary key,
      kind text not null check (kind in ('ACCESS', 'ERASURE')),
      member_id text,
      orders text[] not null,
      purposes text[] not null,
      law text not null,
      -- sealed: why, and the answer
      reason bytea not null,
      answer bytea,
      state text not null default 'open' check (state in ('open', 'waiting', 'done', 'refused')),
      asked_by text not null,
      asked_at timestamptz not null,
      due_at timestamptz not null,
      settled_at timestamptz
    );
    create index on person_requests (due_at) where state in ('open', 'waiting');
    create index on person_requests (asked_at)`,
};
