import type pg from 'pg';
import type { Purpose } from '../event-store/decider.ts';
import { inTransaction } from '../database/index.ts';
import { appendLine, createList, type Forgotten, readAfter, type Tail } from './list-file.ts';

/**
 * The list of forgotten subjects outside the database (decisions.md 88, infra/decisions/046). A backup of the database
 * holds keys that were destroyed later. The list says which ones, so that a restored database destroys them again before
 * the shop serves anybody.
 *
 * Invariants: a line is on disk before its key is destroyed and before anybody is told. The database's row is never ahead
 * of the file. So a file that is shorter than the row knows is a wrong or an old copy, and a file that is longer belongs
 * to a restored database, or to a process that died between the file and the row.
 */
export type ForgottenList = ReturnType<typeof forgottenList>;

/** `line`: as the list has the data; a person may have several */
export type Replayed = Forgotten & { line: string };

type ForgottenListOptions = {
  pool: pg.Pool;
  /** outside the database and outside its backups */
  folder: string;
  /** destroys the keys permanently, in the transaction of `client`; may be repeated */
  destroy: (client: Tx, forgotten: Forgotten) => Promise<void>;
};

type Known = { lineage: string; made: boolean; lines: number; bytes: bigint; last_line: bigint; hash: string };
type Tx = Pick<pg.ClientBase, 'query'>;

export function forgottenList({ pool, folder, destroy }: ForgottenListOptions) {
  /** Only one process at a time compares or appends. */
  const locked = <Result>(work: (tx: Tx, known: Known) => Promise<Result>): Promise<Result> =>
    inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<Known>('select * from forgotten_list for update');
      const [known] = rows;
      if (!known) throw new Error('the table forgotten_list has lost its row');
      return work(tx, known);
    });

  /** Brings the database to the end of the file. */
  async function catchUp(tx: Tx, known: Known): Promise<{ tail: Tail; replayed: number }> {
    const { lineage } = known;
    // A process that died while it created the file did not record it, so the next one completes it.
    if (!known.made) await createList(folder, lineage);
    const before: Tail = { lines: known.lines, bytes: Number(known.bytes), lastLine: Number(known.last_line), hash: known.hash };
    const { news, tail } = await readAfter(folder, lineage, before);
    for (const one of news) {
      await destroy(tx, one);
      await record(tx, one, 'replayed');
    }
    if (tail.lines !== known.lines || !known.made) await save(tx, tail);
    return { tail, replayed: news.length };
  }

  return {
    /**
     * Compares the list with the database, and destroys the keys that the list has and the database does not know.
     * @returns how many forgettings were replayed
     * @throws ConfigError if the list is missing, shorter than the database knows, or another one
     */
    open: (): Promise<number> => locked(async (tx, known) => (await catchUp(tx, known)).replayed),

    /** Adds the entry if the list does not have all its purposes. It is on disk when it returns. */
    add: (entry: Forgotten): Promise<void> =>
      locked(async (tx, known) => {
        const { tail } = await catchUp(tx, known);
        if (await isListed(tx, entry)) return;
        const next = await appendLine(folder, known.lineage, tail, entry);
        await record(tx, entry, 'recorded');
        await save(tx, next);
      }),

    /** The forgettings after `last` that were replayed and whose events have to be recorded again. At most `limit`. */
    async replayed(limit: number, last?: Replayed): Promise<Replayed[]> {
      const { rows } = await pool.query<Replayed>(
        `select distinct on (subject, data::text) subject, stream, data, data::text as line from forgotten_subjects
         where state = 'replayed' and (subject, data::text) > ($2, $3) order by subject, data::text limit $1`,
        [limit, last?.subject ?? '', last?.line ?? ''],
      );
      return rows;
    },

    /** Ends the state `replayed`. */
    async finish({ subject, line }: Pick<Replayed, 'subject' | 'line'>, state: 'recorded' | 'without-stream'): Promise<void> {
      await pool.query(`update forgotten_subjects set state = $2 where subject = $1 and data::text = $3 and state = 'replayed'`, [
        subject,
        state,
        line,
      ]);
    },
  };
}

async function isListed(tx: Tx, { subject, data }: Forgotten): Promise<boolean> {
  const { rows } = await tx.query<{ purpose: Purpose }>('select purpose from forgotten_subjects where subject = $1', [subject]);
  return data.purposes.every((purpose) => rows.some((row) => row.purpose === purpose));
}

const record = (tx: Tx, { subject, stream, data }: Forgotten, state: 'recorded' | 'replayed'): Promise<unknown> =>
  tx.query(
    `insert into forgotten_subjects (subject, purpose, stream, data, state)
     select $1, purpose, $2, $3, $4 from unnest($5::text[]) as purpose on conflict do nothing`,
    [subject, stream, JSON.stringify(data), state, data.purposes],
  );

const save = (tx: Tx, { lines, bytes, lastLine, hash }: Tail): Promise<unknown> =>
  tx.query('update forgotten_list set made = true, lines = $1, bytes = $2, last_line = $3, hash = $4', [lines, bytes, lastLine, hash]);
