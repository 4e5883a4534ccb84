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

/** Deletes entries after their years: of the oldest ones, which the key has in order, so a look reads no others. @returns how many, at most `most` */
export async function endAudit(pool: Pick<pg.Pool, 'query'>, now: Date, years: number, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from data_audit where id = any(array(
       select id from (select id, at from data_audit order by id limit $3) oldest
       where at < least($1::timestamptz, now()) - make_interval(years => $2)))`,
    [now, years, most],
  );
  return rowCount ?? 0;
}

export type Changed = {
  id: string;
  at: Date;
  staffId: string;
  verb: Verb;
  table: string;
  key: string;
  before: Row | null;
  after: Row | null;
};
type Asked = { table?: string | undefined; key?: string | undefined; staffId?: string | undefined; before?: string | undefined };

/** Entries before `before`, the newest first, at most `most`. */
export async function readAudit(pool: Pick<pg.Pool, 'query'>, { table, key, staffId, before }: Asked, most: number): Promise<Changed[]> {
  const { rows } = await pool.query<Changed>(
    `select id::text, at, staff_id as "staffId", verb, table_name as "table", row_key as key, before, after from data_audit
     where ($1::text is null or table_name = $1) and ($2::text is null or row_key = $2) and ($3::text is null or staff_id = $3)
       and ($4::bigint is null or id < $4) order by data_audit.id desc limit $5`,
    [table ?? null, key ?? null, staffId ?? null, before ?? null, most],
  );
  return rows;
}

const text = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

/** What an entry changed. An update has the whole row before it, and the columns that it wrote. The version of a row is none of its values. */
export const changesOf = ({ verb, before, after }: Pick<Changed, 'verb' | 'before' | 'after'>) =>
  Object.keys((verb === 'delete' ? before : after) ?? {})
    .filter((column) => column !== 'row_version')
    .map((column) => ({ column, before: text(before?.[column]), after: text(after?.[column]) }))
    .filter((one) => one.before !== one.after);
