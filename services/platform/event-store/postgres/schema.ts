import type { Migration } from '../../database/index.ts';
import { APPEND_LOCK, CHANNEL } from './statements.ts';

/**
 * One table of events. There is no table of the streams' last revisions: the unique index on (stream, revision) has them,
 * and the insert needs its page anyway. Another table would cost a third row for every two events, and it could differ.
 *
 * `data` and `metadata` are text, not json, because a hash of version 1 covers the text itself. Text is compared by bytes
 * (collate "C"), because names are identifiers. The SQL and its comments are released and cannot be changed.
 */
export const eventStoreMigrations: readonly Migration[] = [
  {
    name: 'event-store/001-events',
    by: 'owner',
    sql: `
      create schema if not exists event_store;

      create table event_store.events (
        position bigint primary key,
        id uuid not null,
        revision integer not null check (revision >= 0),
        stream text collate "C" not null,
        category text collate "C" not null,
        type text collate "C" not null,
        data text not null,
        metadata text not null
      );
      create unique index events_stream_revision on event_store.events (stream, revision);
      create index events_category_position on event_store.events (category, position);
      create index events_type_position on event_store.events (type, position);

      -- Pages of an append-only table are complete at once: marking them early keeps position scans off the heap.
      alter table event_store.events set (autovacuum_vacuum_insert_scale_factor = 0.05);

      create function event_store.refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'events are append-only: % refused', tg_op using errcode = 'integrity_constraint_violation';
      end $$;
      create trigger append_only before update or delete or truncate on event_store.events
        for each statement execute function event_store.refuse();
      -- "always": also in a session that switched ordinary triggers off.
      alter table event_store.events enable always trigger append_only;

      -- A function, so that a flush is one message and the lock is not held while the network carries the next one.
      -- Its statements must stay apart, and the lock the first: only a statement that begins when the lock is held
      -- sees everything that the holder before committed. That is what makes commit order the order of positions
      -- and leaves no gap.
      --
      -- streams, expected: one for each append, no stream twice. The other arrays: the events, append after append,
      -- with the revisions they are to have. Where any append is stale nothing is written; the answer names the
      -- stale ones (counted from 1) with their streams' last revision, and the others come again without them.
      create function event_store.append(
        streams text[], expected integer[],
        ids uuid[], revisions integer[], event_streams text[], types text[], data text[], metadata text[],
        writer text,
        out before bigint, out stale integer[], out actual integer[]
      ) language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(${APPEND_LOCK});

        select array_agg(found.ord), array_agg(found.actual) into stale, actual
        from (
          select a.ord, a.expected, coalesce((
            select e.revision from event_store.events e where e.stream = a.stream order by e.revision desc limit 1
          ), -1) as actual
          from unnest(streams, expected) with ordinality as a (stream, expected, ord)
        ) found
        where found.actual <> found.expected;
        if stale is not null then return; end if;

        select coalesce(max(position), -1) into before from event_store.events;

        insert into event_store.events (position, id, revision, stream, category, type, data, metadata)
        select before + e.ord, e.id, e.revision, e.stream, split_part(e.stream, '-', 1), e.type, e.data, e.metadata
        from unnest(ids, revisions, event_streams, types, append.data, append.metadata)
          with ordinality as e (id, revision, stream, type, data, metadata, ord);

        perform pg_notify('${CHANNEL}', (before + cardinality(ids)) || ' ' || writer);
      end $$;

      -- The same for a single append, without the sets.
      create function event_store.append_one(
        stream text, expected integer, ids uuid[], types text[], data text[], metadata text[], writer text,
        out before bigint, out stale integer[], out actual integer[]
      ) language plpgsql as $$
      declare
        revision integer;
      begin
        perform pg_advisory_xact_lock(${APPEND_LOCK});
        select e.revision into revision from event_store.events e where e.stream = append_one.stream order by e.revision desc limit 1;
        revision := coalesce(revision, -1);
        if revision <> expected then
          stale := array[1];
          actual := array[revision];
          return;
        end if;
        select coalesce(max(position), -1) into before from event_store.events;
        insert into event_store.events (position, id, revision, stream, category, type, data, metadata)
        select before + e.ord, e.id, revision + e.ord, append_one.stream, split_part(append_one.stream, '-', 1), e.type, e.data, e.metadata
        from unnest(ids, types, append_one.data, append_one.metadata) with ordinality as e (id, type, data, metadata, ord);
        perform pg_notify('${CHANNEL}', (before + cardinality(ids)) || ' ' || writer);
      end $$;
    `,
  },
  {
    // Queries by type name a category as well and use its index. An index by type would cost every append.
    name: 'event-store/002-no-type-index',
    by: 'owner',
    expand: true,
    sql: 'drop index event_store.events_type_position',
  },
  {
    // The functions write with the rights of the owner, so that their caller needs none on the table. They name the schema
    // of every table, and all other names are PostgreSQL's own: a caller's function, operator or temporary table is not
    // found before them.
    name: 'event-store/003-append-as-owner',
    by: 'owner',
    expand: true,
    sql: `
      alter function event_store.append(text[], integer[], uuid[], integer[], text[], text[], text[], text[], text)
        security definer set search_path = pg_catalog, pg_temp;
      alter function event_store.append_one(text, integer, uuid[], text[], text[], text[], text)
        security definer set search_path = pg_catalog, pg_temp;
      revoke all on all functions in schema event_store from public;
    `,
  },
];
