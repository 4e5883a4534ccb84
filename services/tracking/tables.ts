import type { Migration } from '@nordhaut/platform/database';

/**
 * `consents`: a browser that agreed to something. The id is in its signed cookie. A browser that refuses or withdraws has no
 * row, so a missing row means that nothing may be sent. Nothing in it names a person.
 *
 * `tracked_purchases`: an order of somebody who agreed, by its pseudonym. The row is written before the order begins, and
 * the order's event carries the pseudonym, so nobody can add a consent to an order of somebody else. `given`: the purposes
 * at that time. `sealed`: what the providers need of the browser (address, agent, their identifiers), under an outer key.
 * `stream`, `due_with` and `occurred_at` are set by the order's events. An order that ended before it was bought has a
 * `stream` and no `due_with`.
 *
 * `purchase_reports`: a row per purchase and provider. `tries` counts the calls that were begun. The same id is sent every
 * time, so a repeat after a crash is no second purchase for the provider. A report of a later fact (paid, cancelled, undone) is a row
 * of its own with its own `occurred_at`.
 */
export const trackingMigrations: readonly Migration[] = [
  {
    name: 'tracking/001-consent',
    expand: true,
    sql: `
      create table consents (
        id uuid primary key,
        version integer not null,
        analysis boolean not null,
        advertising boolean not null,
        crm boolean not null,
        changed_at timestamptz not null
      );
      create index on consents (changed_at)`,
  },
  {
    name: 'tracking/002-purchases',
    expand: true,
    sql: `
      create table tracked_purchases (
        id text primary key,
        consent_id uuid not null,
        given text[] not null,
        sealed bytea not null,
        outer_key text not null,
        noted_at timestamptz not null,
        stream text unique,
        due_with text,
        occurred_at timestamptz
      );
      create index on tracked_purchases (noted_at);
      create index on tracked_purchases (consent_id);
      create table purchase_reports (
        purchase_id text not null references tracked_purchases (id) on delete cascade,
        provider text not null,
        state text not null default 'due' check (state in ('due', 'sent', 'dropped')),
        tries integer not null default 0,
        next_at timestamptz not null,
        reason text,
        settled_at timestamptz,
        primary key (purchase_id, provider)
      );
      create index on purchase_reports (next_at) where state = 'due'`,
  },
  {
    name: 'tracking/003-later-facts',
    expand: true,
    sql: 'alter table purchase_reports add column occurred_at timestamptz',
  },
];
