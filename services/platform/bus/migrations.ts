import type { Migration } from '../database/index.ts';

/** How far each durable consumer has handled what it wants. */
export const busMigrations: Migration[] = [
  {
    name: 'bus/001-positions',
    sql: `
      create table bus_positions (
        consumer text primary key,
        position bigint not null,
        updated_at timestamptz not null default now(),
        trouble text
      )`,
  },
  {
    name: 'bus/002-kafka',
    // A place per partition: what Kafka itself would keep of a group it forgets after a week without members. Parked:
    // streams that a consumer could not go on with; what comes after `after_position` is in the store.
    sql: `
      create table bus_partitions (
        consumer text not null,
        partition int not null,
        next_offset bigint not null,
        position bigint not null,
        updated_at timestamptz not null default now(),
        primary key (consumer, partition)
      );
      create table bus_parked (
        consumer text not null,
        stream text not null,
        partition int not null,
        after_position bigint not null,
        reason text not null,
        parked_at timestamptz not null default now(),
        primary key (consumer, stream)
      )`,
  },
  {
    name: 'bus/003-origin',
    // Who sends: positions mean something within one store alone, and a topic may outlive its store or serve two.
    sql: `
      create table bus_origin (id uuid not null default gen_random_uuid());
      insert into bus_origin default values`,
  },
  {
    name: 'bus/004-mark',
    // Of the last message that was passed: a topic that was deleted and made anew counts from 0 again.
    sql: 'alter table bus_partitions add column mark text',
  },
];
