import type { StoreSubtype } from '@nordhaut/contracts';
import type { Migration } from '@nordhaut/platform/database';

export type LogisticsTables = {
  store_map_tokens: { token: string; visitor: string; subtype: StoreSubtype; expires_at: Date; used_at: Date | null };
  chosen_stores: { visitor: string; subtype: StoreSubtype; sealed: Buffer; outer_key: string; chosen_at: Date };
};

/** Ordering reads and writes `parcel_polls`, which it joins with its open parcels. This migration creates it, because an applied migration must not change. */
export const logisticsMigrations: readonly Migration[] = [
  {
    name: 'logistics/001-stores-and-polls',
    sql: `
      create table store_map_tokens (
        token text primary key,
        visitor text not null,
        subtype text not null,
        expires_at timestamptz not null,
        used_at timestamptz
      );
      create index store_map_tokens_expires_at on store_map_tokens (expires_at);
      create table chosen_stores (
        visitor text primary key,
        subtype text not null,
        store_id text not null,
        name text not null,
        address text not null,
        chosen_at timestamptz not null
      );
      create table parcel_polls (
        trade_no text primary key,
        next_due_at timestamptz not null,
        last_polled_at timestamptz,
        failures integer not null default 0
      );
      create index parcel_polls_next_due_at on parcel_polls (next_due_at);
    `,
  },
  {
    name: 'logistics/002-choices-by-age',
    sql: 'create index chosen_stores_chosen_at on chosen_stores (chosen_at)',
  },
  {
    // A choice lives for a day, and the page asks again where there is none.
    name: 'logistics/003-sealed-choices',
    sql: `
      delete from chosen_stores;
      alter table chosen_stores drop column store_id, drop column name, drop column address,
        add column sealed bytea not null, add column outer_key text not null`,
  },
];
