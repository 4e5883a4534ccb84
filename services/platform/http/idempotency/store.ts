import type pg from 'pg';
import { ANSWER_KEPT, attemptLog, rowId } from './repeats.ts';
import { byteaArray, uuidArray } from '../../database/binary-arrays.ts';
import { batches } from '../../batches.ts';
import type { AnswerSeal, StoredAnswer } from './seal.ts';

export type Question = {
  commandId: string;
  /** the id of the same request without a visitor cookie; equal to `commandId` if the request has no cookie */
  anonymousId: string;
  visitor: string | undefined;
  bodyHash: Buffer;
};

/** `owner`: the visitor of the request, or the one that the answer created; undefined for a client without a cookie */
export type Kept = { commandId: string; answer: StoredAnswer; owner: string | undefined };
type Completion = Kept & { bodyHash: Buffer };
export type KeyStore = ReturnType<typeof keyStore>;

const SWEEP_STEP = 5_000;

const FIND = 'select command_id, owner, body_hash, sealed from idempotency_keys where command_id = any($1::uuid[])';

/**
 * Does not wait for the disk. If a power cut loses an answer, the repeated request runs again under the same command id
 * and gets the first outcome. `on conflict do nothing` keeps the first answer when two processes executed the same
 * command. The rows are ordered by key, so two of these statements cannot deadlock. `set_config` is in the FROM clause
 * because Postgres skips a CTE that no statement reads.
 */
const COMPLETE = `
  insert into idempotency_keys (command_id, owner, body_hash, sealed)
  select i.command_id, i.owner, i.body_hash, i.sealed
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as i (command_id, owner, body_hash, sealed),
    (select set_config('synchronous_commit', 'off', true)) as s
  order by i.command_id
  on conflict (command_id) do nothing`;

type Row = { command_id: string; owner: string | null; body_hash: Buffer; sealed: Buffer };

/** ms for which an answer waits for others, to be stored with them; meanwhile the process has it in memory */
const GATHER = 15;

/** Deletes the answers of these commands: they may hold a proof, and a keyed hash of what the person sent. */
export async function deleteAnswers(pool: Pick<pg.Pool, 'query'>, commandIds: readonly string[]): Promise<void> {
  const ids = commandIds.filter((id) => UUID.test(id)).map(rowId);
  await pool.query('delete from idempotency_keys where command_id = any($1::uuid[])', [ids]);
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function keyStore(pool: Pick<pg.Pool, 'query'>, seal: AnswerSeal) {
  async function findAll(questions: Question[]): Promise<(Kept | 'other-body' | undefined)[]> {
    const ids = [...new Set(questions.flatMap(({ commandId, anonymousId }) => [rowId(commandId), rowId(anonymousId)]))];
    const { rows } = await pool.query<Row>({ name: 'idempotency-find', text: FIND, values: [uuidArray(ids)] });
    const byId = new Map(rows.map((row) => [row.command_id, row]));
    return questions.map((question) => keptFor(question, byId));
  }

  /** A row of a request without a cookie counts if its answer created this visitor. */
  function keptFor({ commandId, anonymousId, visitor, bodyHash }: Question, rows: ReadonlyMap<string, Row>) {
    const earlier = anonymousId === commandId ? undefined : rows.get(rowId(anonymousId));
    const [id, row] = earlier && earlier.owner === visitor ? [anonymousId, earlier] : [commandId, rows.get(rowId(commandId))];
    if (!row) return undefined;
    const owner = row.owner ?? undefined;
    const answer = seal.open(row.sealed, { commandId: id, owner, bodyHash: row.body_hash });
    // Sealed under an earlier session secret: the command runs again under its id and gets its first outcome.
    if (answer === undefined) return undefined;
    return row.body_hash.equals(bodyHash) ? { commandId: id, answer, owner } : 'other-body';
  }

  async function completeAll(completions: Completion[]): Promise<undefined[]> {
    await pool.query({
      name: 'idempotency-complete',
      text: COMPLETE,
      values: [
        uuidArray(completions.map(({ commandId }) => rowId(commandId))),
        uuidArray(completions.map(({ owner }) => owner ?? null)),
        byteaArray(completions.map(({ bodyHash }) => bodyHash)),
        byteaArray(completions.map((completion) => seal.seal(completion.answer, completion))),
      ],
    });
    return completions.map(() => undefined);
  }

  const finding = batches(findAll, { size: 200, parallel: 1, maxWaitMs: 1 });
  const completing = batches(completeAll, { size: 500, parallel: 1, gatherMs: GATHER });
  const attempts = attemptLog(pool);
  return {
    /**
     * Looks up the stored answer of a key; undefined: the request runs. Writes nothing: without an answer, the command's own id prevents a
     * second execution.
     */
    find: (question: Question) => finding.add(question),
    complete: (completion: Completion) => completing.add(completion),
    /** Records what became of a request that was not the only one of its command, or failed. */
    attempted: attempts.add,
    /** resolves when every completion and attempt is stored */
    async idle(): Promise<void> {
      await Promise.all([completing.idle(), attempts.idle()]);
    },
    /** Deletes answers older than 24 hours, in small steps, and old attempts. @returns the number of answers */
    async sweep(now: Date): Promise<number> {
      await attempts.sweep(now);
      let deleted = 0;
      for (;;) {
        const { rowCount } = await pool.query(
          `delete from idempotency_keys where command_id in (select command_id from idempotency_keys where created_at < $1 limit ${SWEEP_STEP})`,
          [new Date(now.getTime() - ANSWER_KEPT)],
        );
        deleted += rowCount ?? 0;
        if ((rowCount ?? 0) < SWEEP_STEP) return deleted;
      }
    },
  };
}
