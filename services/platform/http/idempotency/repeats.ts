import type pg from 'pg';
import { batches } from '../../batches.ts';
import { rowId } from './row-id.ts';

/** A request that got the stored answer of an earlier one with its key. `traceId`: null where the client sent no trace. */
export type Repeat = { requestId: string; traceId: string | null; at: Date };
/** `answerUntil`: until when a repeat gets the stored answer; null: it is not stored any more. */
export type KeyedRequest = { repeats: Repeat[]; answerUntil: Date | null };

/** A client that repeats without end adds no more rows than this. */
const MOST = 20;
export const DAY = 86_400_000;
/** ms; longer than the time in which a buyer asks about an order */
const KEPT = 180 * DAY;
/** ms for which an answer is stored */
export const ANSWER_KEPT = DAY;
/** repeats that wait to be recorded; while the database is away, further ones are not recorded */
const MOST_WAITING = 1_000;

type NewRepeat = { commandId: string; requestId: string; traceId: string | null };

const RECORD = `
  insert into request_repeats (command_id, request_id, trace_id)
  select r.command_id, r.request_id, r.trace_id
  from (
    select *, row_number() over (partition by command_id order by place) as nth
    from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as given (command_id, request_id, trace_id, place)
  ) as r
  where r.nth + (select count(*) from request_repeats as known where known.command_id = r.command_id) <= ${MOST}
  order by r.place`;

/** Records repeats for support. Nothing waits for it, and nothing decides by it. */
export function repeatLog(pool: Pick<pg.Pool, 'query'>) {
  const recording = batches(
    async (repeats: NewRepeat[]): Promise<undefined[]> => {
      await pool.query(RECORD, [
        repeats.map(({ commandId }) => commandId),
        repeats.map(({ requestId }) => requestId),
        repeats.map(({ traceId }) => traceId),
      ]);
      return repeats.map(() => undefined);
    },
    { size: 200, parallel: 1, gatherMs: 15 },
  );
  let waiting = 0;
  return {
    async add(repeat: NewRepeat): Promise<void> {
      if (waiting >= MOST_WAITING) return;
      waiting += 1;
      await recording.add(repeat).finally(() => (waiting -= 1));
    },
    idle: () => recording.idle(),
    sweep: (now: Date) => pool.query('delete from request_repeats where at < $1', [new Date(now.getTime() - KEPT)]),
  };
}

/** What is known of requests with an idempotency key, by their command ids. Missing: the key is not known, or there was none. */
export async function keyedRequests(
  pool: Pick<pg.Pool, 'query'>,
  commandIds: readonly string[],
): Promise<ReadonlyMap<string, KeyedRequest>> {
  const [kept, repeated] = await Promise.all([
    pool.query<{ command_id: string; created_at: Date }>(
      'select command_id, created_at from idempotency_keys where command_id = any($1::uuid[])',
      [commandIds.map(rowId)],
    ),
    pool.query<Repeat & { command_id: string }>(
      `select command_id, request_id as "requestId", trace_id as "traceId", at from request_repeats
       where command_id = any($1::uuid[]) order by at, id`,
      [[...commandIds]],
    ),
  ]);
  const until = new Map(kept.rows.map(({ command_id: id, created_at: at }) => [id, new Date(at.getTime() + ANSWER_KEPT)]));
  const repeats = Map.groupBy(repeated.rows, (row) => row.command_id);
  return new Map(
    commandIds.flatMap((id) => {
      const [answerUntil, own] = [until.get(rowId(id)) ?? null, repeats.get(id) ?? []];
      return answerUntil || own.length > 0
        ? [[id, { answerUntil, repeats: own.map(({ requestId, traceId, at }) => ({ requestId, traceId, at })) }]]
        : [];
    }),
  );
}
