import type pg from 'pg';
import { EVENT_SCHEMA } from './event-schema.ts';

/**
 * What the user of this pool could use to change the history, as parts of a sentence; empty if it can only append and
 * read. A session counts with both its users, because `reset role` returns to the one that logged in.
 */
export async function rightsOverEvents(pool: Pick<pg.Pool, 'query'>): Promise<{ user: string; rights: string[] }> {
  const { rows } = await pool.query<{ user: string; rights: string[] }>(RIGHTS, [EVENT_SCHEMA]);
  return rows[0] ?? { user: '', rights: [] };
}

const RIGHTS = `
  with me as (
    select oid, rolname, rolsuper, rolcreaterole from pg_catalog.pg_roles where rolname in (current_user, session_user)
  ), event_schema as (
    select oid, nspowner from pg_catalog.pg_namespace where nspname = $1
  ), relation as (
    select c.oid, c.relname, c.relowner from pg_catalog.pg_class c join event_schema s on s.oid = c.relnamespace where c.relkind in ('r', 'p', 'v')
  ), found (importance, text) as (
    select 1, 'it is a superuser' from me where rolsuper
    union all select 2, 'it may create users and grant itself theirs' from me where rolcreaterole and not rolsuper
    union all select 3, 'it owns the database' from me, pg_catalog.pg_database d
      where d.datname = pg_catalog.current_database() and pg_catalog.pg_has_role(me.oid, d.datdba, 'MEMBER')
    union all select 4, 'it owns the schema ' || $1 from me, event_schema s
      where pg_catalog.pg_has_role(me.oid, s.nspowner, 'MEMBER')
    union all select 5, 'it may create in the schema ' || $1 from me, event_schema s
      where pg_catalog.has_schema_privilege(me.oid, s.oid, 'CREATE')
    union all select 6, 'it owns ' || $1 || '.' || relname from me, relation where pg_catalog.pg_has_role(me.oid, relowner, 'MEMBER')
    union all select 7, 'it owns ' || p.oid::pg_catalog.regprocedure from me, pg_catalog.pg_proc p join event_schema s on s.oid = p.pronamespace
      where pg_catalog.pg_has_role(me.oid, p.proowner, 'MEMBER')
    union all select 8, 'it may write to ' || $1 || '.' || relname from me, relation
      where pg_catalog.has_table_privilege(me.oid, relation.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
        or pg_catalog.has_any_column_privilege(me.oid, relation.oid, 'INSERT, UPDATE')
    union all select 9, 'it is a member of ' || r.rolname from me, pg_catalog.pg_roles r
      where r.rolname in ('pg_write_all_data', 'pg_execute_server_program', 'pg_write_server_files')
        and pg_catalog.pg_has_role(me.oid, r.oid, 'MEMBER')
    union all select 10, 'it may set session_replication_role' from me
      where pg_catalog.has_parameter_privilege(me.oid, 'session_replication_role', 'SET')
  )
  select session_user as user, coalesce(
    (select pg_catalog.array_agg(text order by importance, text) from (select distinct importance, text from found) distinct_ones), '{}'
  )::text[] as rights`;
