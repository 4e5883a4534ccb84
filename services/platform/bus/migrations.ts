import type { Migration } from '../database/index.ts';

/** The positions of the relay and of durable consumers, and the id of the shop. */
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
    // The offsets and blocked streams of durable consumers of Kafka, which do not exist any more.
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
    // Identifies the sender: a position is valid in one store only, and a topic may be older than its store or have two.
    sql: `
      create table bus_origin (id uuid not null default gen_random_uuid());
      insert into bus_origin default values`,
  },
  {
    name: 'bus/004-mark',
    sql: 'alter table bus_partitions add column mark text',
  },
  {
    // Consumers of Kafka save nothing, and durable consumers read the store itself.
    name: 'bus/005-no-offsets',
    sql: 'drop table bus_partitions; drop table bus_parked',
  },
  {
    // The streams that durable consumers hold back. `revision`: of the poison event, which stays in another store.
    name: 'bus/006-held',
    expand: true,
    sql: `
      create table bus_held (
        consumer text not null,
        stream text not null,
        revision int not null,
        event_id uuid not null,
        type text not null,
        reason text not null,
        held_at timestamptz not null default now(),
        primary key (consumer, stream)
      )`,
  },
  {
    // The stream that cannot be read, where a sound event of another stream needs it.
    name: 'bus/007-cause',
    expand: true,
    sql: 'alter table bus_held add column cause text',
  },
];
