import type { Migration } from '../database/index.ts';

/**
 * One row per read model: the version and the position of its table. `shape` is a digest of the table's DDL; `trouble` is
 * the reason why the projection cannot continue.
 */
export const projectionMigrations: Migration[] = [
  {
    name: 'projections/001-checkpoints',
    sql: `
      create table projection_checkpoints (
        name text primary key,
        version int not null,
        shape text not null,
        position bigint not null,
        updated_at timestamptz not null default now(),
        trouble text
      )`,
  },
  {
    // `story`: the id behind the category of the streams; `position`: of the poison event.
    name: 'projections/002-parked',
    expand: true,
    sql: `
      create table projection_parked (
        projection text not null,
        story text not null,
        stream text not null,
        position bigint not null,
        event_id uuid not null,
        type text not null,
        reason text not null,
        parked_at timestamptz not null default now(),
        primary key (projection, story)
      )`,
  },
];
