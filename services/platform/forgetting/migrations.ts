import type { Migration } from '../database/index.ts';

/**
 * `forgotten_list` has one row: what the database knows of the list outside (list-file.ts). `lineage` names the list; it is
 * the id of the shop, so a backup from before this migration finds the same list. `made`: the file was created.
 * `forgotten_subjects` is what the list has of each subject and purpose. `state`: `recorded`, the event is in the store;
 * `replayed`, the list had it and the database did not, so the event has to be recorded again; `without-stream`, the
 * restored store does not have the stream of the event.
 */
export const forgettingMigrations: readonly Migration[] = [
  {
    name: 'forgetting/001-list',
    expand: true,
    sql: `
      create table forgotten_list (
        single boolean primary key default true check (single),
        lineage uuid not null,
        made boolean not null default false,
        lines integer not null default 0,
        bytes bigint not null default 0,
        last_line bigint not null default 0,
        hash text not null default ''
      );
      insert into forgotten_list (lineage) select id from bus_origin;
      create table forgotten_subjects (
        subject text not null,
        purpose text not null,
        stream text not null,
        data json not null,
        state text not null check (state in ('recorded', 'replayed', 'without-stream')),
        primary key (subject, purpose)
      );
      create index on forgotten_subjects (subject) where state = 'replayed'`,
  },
];
