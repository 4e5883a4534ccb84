import type pg from 'pg';
import { type ErrorFields, recordError } from './error-log.ts';

type Log = { warn(data: object, message: string): void; error(data: object, message: string): void };
/** The fields of a log line that a record takes. None of them names a person. */
const FIELDS = ['orderNo', 'price', 'expected', 'code', 'reason', 'outcome'] as const;

/**
 * A log that also records a line with a field `log` in the error log, under that code (decisions.md 84). The line is not
 * delayed, and a record that fails stops nothing.
 * @param apiOf the path of a code
 */
export function recordingLog(log: Log, pool: Pick<pg.Pool, 'query'>, clock: () => Date, apiOf: (code: string) => string): Log {
  function record(data: object): void {
    const line = data as Record<string, unknown>;
    const system = line['log'];
    if (typeof system !== 'string') return;
    const named = FIELDS.flatMap((name) => (isPlain(line[name]) ? [[name, line[name]]] : []));
    const fields = Object.fromEntries(named) as ErrorFields;
    const { orderNo, price, expected, ...response } = fields;
    const request = { ...(orderNo !== undefined && { orderNo }), ...(expected !== undefined && { expected }) };
    const answer = { ...response, ...(price !== undefined && { price }) };
    recordError(pool, { api: apiOf(system), system, request, response: answer, at: clock() }).catch((error: unknown) =>
      log.error({ err: error, system }, 'a failure could not be recorded in the error log'),
    );
  }
  const recording = (level: keyof Log) => (data: object, message: string) => {
    log[level](data, message);
    record(data);
  };
  return { warn: recording('warn'), error: recording('error') };
}

const isPlain = (value: unknown): boolean => typeof value === 'number' || (typeof value === 'string' && value.length <= 200);
