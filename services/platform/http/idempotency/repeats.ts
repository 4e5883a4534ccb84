import type pg from 'pg';
import { batches } from '../../batches.ts';

/**
 * What a request with a key got that was not the only one of its command. `same`: the answer of an earlier request. `again`: it ran,
 * in another process or after a crash, and got the first outcome of the command. `busy`: 409, the earlier request still ran.
 * `failed`: 5xx; the command may have its effect all the same.
 */
export type AttemptOutcome = 'same' | 'again' | 'busy' | 'failed';
/** `status`: of the HTTP answer; null in rows of the release before. `traceId`: null where the client sent no trace. */
export type Attempt = { requestId: string; traceId: string | null; at: Date; outcome: AttemptOutcome; status: number | null };
/** `answerUntil`: until when a repeat gets the stored answer; null: it is not stored any more. */
export type KeyedRequest = { attempts: Attempt[]; answerUntil: Date | null };

/**
 * The id of the row with the answer is the command id as a UUID of version 8. The first release's rows have the command ids
 * themselves, of version 5: its processes cannot read sealed answers and must not find one during a rolling upgrade.
 */
export const rowId = (commandId: string): string => `${commandId.slice(0, 14)}8${commandId.slice(15)}`;

/** A client that repeats without end adds no more rows than this. */
const MOST = 20;
const DAY = 86_400_000;
/** ms; longer than the time in which a buyer asks about an order */
const KEPT = 180 * DAY;
/** ms for which an answer is stored */
export const ANSWER_KEPT = DAY;

type NewAttempt = Omit<Attempt, 'at' | 'status'> & { commandId: string; status: number };

const RECORD = `
  insert into request_repeats (command_id, request_id, trace_id, outcome, status)
  select r.command_id, r.request_id, r.trace_id, r.outcome, r.status
  from (
    select *, row_number() over (partition by command_id order by place) as nth
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::smallint[])
      with ordinality as given (command_id, request_id, trace_id, outcome, status, place)
  ) as r
  where r.nth + (select count(*) from request_repeats as known where known.command_id = r.command_id) <= ${MOST}
  order by r.place`;

/** Records attempts for support. Nothing waits for it, and nothing decides by it. */
export function attemptLog(pool: Pick<pg.Pool, 'query'>) {
  const recording = batches(
    async (attempts: NewAttempt[]): Promise<undefined[]> => {
      await pool.query(RECORD, [
        attempts.map(({ commandId }) => commandId),
        attempts.map(({ requestId }) => requestId),
        attempts.map(({ traceId }) => traceId),
        attempts.map(({ outcome }) => outcome),
        attempts.map(({ status }) => status),
      ]);
      return attempts.map(() => undefined);
    },
    { size: 200, parallel: 1, gatherMs: 15 },
  );
  return {
    add: recording.add,
    idle: recording.idle,
    sweep: (now: Date) => pool.query('delete from request_repeats where at < $1', [new Date(now.getTime() - KEPT)]),
  };
}

/** What is known of requests with an idempotency key, by their command ids. Missing: the key is not known, or there was none. */
export async function keyedRequests(
  pool: Pick<pg.Pool, 'query'>,
  commandIds: readonly string[],
): Promise<ReadonlyMap<string, KeyedRequest>> {
  const [kept, attempted] = await Promise.all([
    pool.query<{ command_id: string; created_at: Date }>(
      'select command_id, created_at from idempotency_keys where command_id = any($1::uuid[])',
      [commandIds.map(rowId)],
    ),
    pool.query<Attempt & { command_id: string }>(
      `select command_id, request_id as "requestId", trace_id as "traceId", at, outcome, status from request_repeats
       where command_id = any($1::uuid[]) order by at, id`,
      [[...commandIds]],
    ),
  ]);
  const until = new Map(kept.rows.map(({ command_id: id, created_at: at }) => [id, new Date(at.getTime() + ANSWER_KEPT)]));
  const attempts = Map.groupBy(attempted.rows, (row) => row.command_id);
  return new Map(
    commandIds.flatMap((id) => {
      const [answerUntil, own] = [until.get(rowId(id)) ?? null, attempts.get(id) ?? []];
      return answerUntil || own.length > 0 ? [[id, { answerUntil, attempts: own.map(({ command_id: _, ...attempt }) => attempt) }]] : [];
    }),
  );
}
