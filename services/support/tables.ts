import type { Migration } from '@nordhaut/platform/database';

/**
 * Credentials of the staff, and the log of who saw which person's data. Secrets are hashes or sealed. The events of a
 * member of the staff say which factors count: a row whose factor the events do not have opens nothing.
 */
export const supportMigrations: readonly Migration[] = [
  {
    name: 'support/001-staff',
    expand: true,
    sql: `
      create table staff_accounts (
        staff_id text primary key,
        -- keyed hash of the number that a sign-in by code begins with
        account_key bytea not null unique
      );
      create table staff_factors (
        factor_id text primary key,
        staff_id text not null,
        -- of a passkey, as the browser names it
        credential_id text unique,
        kind text not null check (kind in ('passkey', 'authenticator')),
        public_key bytea,
        counter bigint not null default 0,
        -- the secret of an authenticator
        sealed bytea,
        -- a code counts once: the newest time step that was used
        last_step bigint not null default 0,
        created_at timestamptz not null default now()
      );
      create index on staff_factors (staff_id);
      create table staff_recovery_codes (
        code_key bytea primary key,
        staff_id text not null,
        -- the factor with which the codes were made; they end with it
        factor_id text not null
      );
      create index on staff_recovery_codes (staff_id);
      create table staff_sessions (
        token_hash bytea primary key,
        staff_id text not null,
        -- the session ends with its factor
        factor_id text not null,
        seen_at timestamptz not null,
        ends_at timestamptz not null
      );
      create index on staff_sessions (staff_id);
      create index on staff_sessions (ends_at);
      -- links that let somebody add the first factor
      create table staff_invitations (
        token_hash bytea primary key,
        staff_id text not null unique,
        ends_at timestamptz not null
      );
      create table staff_challenges (
        id_hash bytea primary key,
        kind text not null,
        sealed bytea not null,
        ends_at timestamptz not null
      );
      create index on staff_challenges (ends_at);

      create table support_views (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        staff_id text not null,
        action text not null,
        order_no text,
        -- sealed: somebody types it
        reason bytea,
        request_id text not null
      );
      create index on support_views (staff_id, at);
      create index on support_views (order_no, at);
      create function support_views_stay() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and old.at < now() - interval '5 years' then return old; end if;
        raise exception 'the log of views is kept for five years and is never changed';
      end $$;
      create trigger support_views_stay before update or delete on support_views for each row execute function support_views_stay()`,
  },
  {
    name: 'support/002-acting',
    expand: true,
    sql: `
      -- goodwill refunds that a person decided alone on a day, by the ids of their commands
      create table staff_refund_days (
        staff_id text not null,
        day date not null,
        commands uuid[] not null,
        primary key (staff_id, day)
      );
      create unlogged table support_presence (
        order_no text not null,
        staff_id text not null,
        seen_at timestamptz not null,
        editing boolean not null,
        primary key (order_no, staff_id)
      );
      create index on support_presence (seen_at);
      -- who works on which row of a work list; the rows themselves are in read models
      create table support_work (
        list text not null,
        order_no text not null,
        staff_id text not null,
        taken_at timestamptz not null,
        -- of the row that was taken: a later one of the same order has no owner
        since timestamptz not null,
        done_at timestamptz,
        primary key (list, order_no)
      )`,
  },
  {
    // Instead of `support_presence`, where the pages of one person shared a row; a later release drops that table.
    name: 'support/003-open-pages',
    expand: true,
    sql: `
      create unlogged table support_open_pages (
        order_no text not null,
        staff_id text not null,
        page uuid not null,
        seen_at timestamptz not null,
        editing boolean not null,
        primary key (order_no, staff_id, page)
      );
      create index on support_open_pages (seen_at)`,
  },
  {
    // Up to `until`, all rows of a list that is kept by hand are done, so they are not read any more.
    name: 'support/004-done-until',
    expand: true,
    sql: 'create table support_work_done (list text primary key, until timestamptz not null)',
  },
  {
    // A trigger of rows does not see a statement that empties the table.
    name: 'support/005-views-not-emptied',
    expand: true,
    sql: 'create trigger support_views_not_emptied before truncate on support_views for each statement execute function support_views_stay()',
  },
];
