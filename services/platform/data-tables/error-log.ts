import type pg from 'pg';
import type { Migration } from '../database/index.ts';

/** bytes of the request and of the response (decisions.md 84) */
const MOST = 2_048;

export const errorLogMigrations: readonly Migration[] = [
  {
    name: 'error-log/001-records',
    expand: true,
    sql: `
      create table error_log (
        error_id bigint generated always as identity primary key,
        error_api text not null,
        error_system text not null,
        error_request text not null default '',
        error_response text not null default '',
        error_create_at timestamptz not null
      );
      create index on error_log (error_system, error_create_at);
      create index on error_log (error_create_at)`,
  },
  {
    name: 'error-log/002-by-order',
    expand: true,
    sql: `create index error_log_order on error_log (substring(error_request from '"orderNo":"([A-Z0-9]+)"'))`,
  },
];

/** Takes an order's number out of the records. The failures stay, without what leads to the person (decisions.md 84). */
export async function forgetErrorsOf(pool: Pick<pg.Pool, 'query'>, orderNo: string): Promise<void> {
  await pool.query(
    `update error_log set error_request = replace(error_request, $1, ''), error_response = replace(error_response, $1, '')
     where substring(error_request from '"orderNo":"([A-Z0-9]+)"') = $1`,
    [orderNo],
  );
}

/** A value of named fields. Nothing in it names a person: codes, numbers of orders, amounts. */
export type ErrorFields = Readonly<Record<string, string | number | boolean | null>>;
/** `api`: the path; `system`: the specification's code */
export type ErrorRecord = { api: string; system: string; request?: ErrorFields; response?: ErrorFields; at: Date };

const shown = (fields: ErrorFields | undefined): string => (fields === undefined ? '' : JSON.stringify(fields).slice(0, MOST));

/** The specification's error log (spec/3-purchase-flow §3, "Error log record"). */
export async function recordError(pool: Pick<pg.Pool, 'query'>, { api, system, request, response, at }: ErrorRecord): Promise<void> {
  await pool.query({
    name: 'error-log',
    text: 'insert into error_log (error_api, error_system, error_request, error_response, error_create_at) values ($1, $2, $3, $4, $5)',
    values: [api, system, shown(request), shown(response), at],
  });
}

/** Deletes records whose days are over. @returns how many, at most `most` */
export async function endErrors(pool: Pick<pg.Pool, 'query'>, now: Date, days: number, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from error_log where error_id in (
       select error_id from error_log where error_create_at < $1::timestamptz - make_interval(days => $2) limit $3)`,
    [now, days, most],
  );
  return rowCount ?? 0;
}
