import type { Migration } from '../database/index.ts';

/**
 * One row per read model: what its table is a fold of, and up to where. `shape` is a digest of the table's DDL;
 * `trouble` says why the fold does not get on.
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
    // `story`: what stands behind the category of its streams; `position`: of the first event that is not folded.
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
