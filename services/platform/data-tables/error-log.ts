import type pg from 'pg';
import type { Migration } from '../database/index.ts';

/** Bytes of the request and of the response; days that a record is kept (decisions.md 84). */
const MOST = 2_048;
const KEPT = '90 days';

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
];

/** A value of named fields. Nothing in it names a person: codes, numbers of orders, amounts. */
export type ErrorFields = Readonly<Record<string, string | number | boolean | null>>;
/** `api`: the path; `system`: the specification's code */
export type ErrorRecord = { api: string; system: string; request?: ErrorFields; response?: ErrorFields; at: Date };

const shown = (fields: ErrorFields | undefined): string => (fields === undefined ? '' : JSON.stringify(fields).slice(0, MOST));

/** The specification's error log (spec/3-purchase-flow §3, "Error log record"). */
export async function recordError(pool: Pick<pg.Pool, 'query'>, { api, system, request, response, at }: ErrorRecord): Promise<void> {
  await pool.query({
    name: 'error-log',
    text: `with old as (delete from error_log where error_create_at < $5::timestamptz - interval '${KEPT}')
           insert into error_log (error_api, error_system, error_request, error_response, error_create_at) values ($1, $2, $3, $4, $5)`,
    values: [api, system, shown(request), shown(response), at],
  });
}
