import type { Migration } from '@nordhaut/platform/database';
import { type Caller, sql, type Row, type Verb } from '@nordhaut/platform/data-tables';
import type { Kysely } from 'kysely';
import type pg from 'pg';

export type AuditTables = Record<string, Record<string, unknown>>;
type Entry = {
  caller: Pick<Caller, 'staffId' | 'now'>;
  commandId: string;
  table: string;
  verb: Verb;
  key: string;
  before: Row | null;
  after: Row | null;
};

/** Who wrote what through the data API. Kept for at least five years (decisions.md 85), and never changed. */
export const auditMigrations: readonly Migration[] = [
  {
    name: 'data-api/001-audit',
    expand: true,
    sql: `
      create table data_audit (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        staff_id text not null,
        command_id uuid not null,
        verb text not null check (verb in ('set', 'update', 'delete')),
        table_name text not null,
        row_key text not null,
        before json,
        after json
      );
      create index on data_audit (table_name, row_key, at);
      create function data_audit_stays() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and old.at < now() - interval '5 years' then return old; end if;
        raise exception 'the audit log is kept for five years and is never changed';
      end $$;
      create trigger data_audit_stays before update or delete on data_audit for each row execute function data_audit_stays()`,
  },
];

/** In the transaction of the change. */
export async function audit(trx: Kysely<AuditTables>, { caller, commandId, table, verb, key, before, after }: Entry): Promise<void> {
  const json = (row: Row | null): string | null => row && JSON.stringify(row);
  await sql`insert into data_audit (at, staff_id, command_id, verb, table_name, row_key, before, after)
    values (${caller.now}, ${caller.staffId}, ${commandId}, ${verb}, ${table}, ${key}, ${json(before)}, ${json(after)})`.execute(trx);
}

/** Deletes entries after their years. @returns how many, at most `most` */
export async function endAudit(pool: Pick<pg.Pool, 'query'>, now: Date, years: number, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from data_audit where id in (
       select id from data_audit where at < least($1::timestamptz, now()) - make_interval(years => $2) limit $3)`,
    [now, years, most],
  );
  return rowCount ?? 0;
}
