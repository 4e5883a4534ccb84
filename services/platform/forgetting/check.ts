import { open } from 'node:fs/promises';
import type pg from 'pg';
import { textArray } from '../database/binary-arrays.ts';
import type { Purpose } from '../event-store/decider.ts';
import type { RecordedEvent } from '../event-store/port.ts';
import { FORGOTTEN_EVENT, type PersonalDataForgotten } from './event.ts';
import { listPath, parseLine } from './list-file.ts';

const PAGE = 1_000;

type Recorded = { stream: string; subject: string; purpose: Purpose };
const keyOf = ({ subject, purpose }: Pick<Recorded, 'subject' | 'purpose'>): string => `${purpose} ${subject}`;

export type ForgettingCheckOptions = { pool: Pick<pg.Pool, 'query'> /** of the list outside the database */; folder: string };

/**
 * Compares the recorded forgettings with the keys and with the list outside the database. A destroyed key without an event
 * is data that somebody removed; an event whose key exists, or that the list lacks, is a promise that was not kept.
 */
export function forgettingCheck({ pool, folder }: ForgettingCheckOptions) {
  const recorded = new Map<string, Recorded>();
  return {
    /** Takes every event of the history; it uses those that forget. */
    take({ event }: { event: RecordedEvent }): void {
      if (event.type !== FORGOTTEN_EVENT) return;
      const { personal, purposes } = JSON.parse(event.data) as PersonalDataForgotten['data'] & { personal?: { subject: string } };
      for (const purpose of purposes) {
        const one = { stream: event.stream, subject: personal?.subject ?? '', purpose };
        recorded.set(keyOf(one), one);
      }
    },
    async verdict(): Promise<{ faults: string[]; proven: string[]; uncovered: string[] }> {
      const { faults: alone, uncovered } = await keysWithoutEvent(pool, recorded);
      const faults = [...(await eventsWithKey(pool, [...recorded.values()])), ...alone, ...(await notInTheList(pool, folder, recorded))];
      const proven = recorded.size > 0 ? [`${recorded.size} keys were destroyed, each with its event and its line of the list.`] : [];
      return { faults, proven: faults.length === 0 ? proven : [], uncovered };
    },
  };
}

async function eventsWithKey(pool: Pick<pg.Pool, 'query'>, recorded: readonly Recorded[]): Promise<string[]> {
  const faults: string[] = [];
  for (let from = 0; from < recorded.length; from += PAGE) {
    const page = recorded.slice(from, from + PAGE);
    const { rows } = await pool.query<{ subject: string; purpose: Purpose; destroyed: boolean | null }>(
      `select wanted.subject, wanted.purpose, (held.key is null and old.key is null and held.subject is not null) as destroyed
       from unnest($1::text[], $2::text[]) as wanted (subject, purpose)
       left join subject_keys held on held.subject = wanted.subject and held.purpose = wanted.purpose
       left join subject_keys old on old.subject = wanted.subject and old.purpose = 'all'`,
      [textArray(page.map(({ subject }) => subject)), textArray(page.map(({ purpose }) => purpose))],
    );
    for (const row of rows)
      if (row.destroyed !== true) {
        const stream = page.find((one) => keyOf(one) === keyOf(row))?.stream;
        faults.push(`${stream} says that ${row.purpose} was forgotten, and its key is not destroyed`);
      }
  }
  return faults;
}

async function keysWithoutEvent(
  pool: Pick<pg.Pool, 'query'>,
  recorded: ReadonlyMap<string, Recorded>,
): Promise<{ faults: string[]; uncovered: string[] }> {
  const faults: string[] = [];
  let withoutStream = 0;
  type Row = { subject: string; purpose: Purpose; state: string | null };
  for (let last: Pick<Row, 'subject' | 'purpose'> = { subject: '', purpose: '' as Purpose }; ; ) {
    // The old key of a subject is destroyed without an event when it is replaced by a key per purpose.
    const { rows } = await pool.query<Row>(
      `select k.subject, k.purpose, f.state from subject_keys k
       left join forgotten_subjects f on f.subject = k.subject and f.purpose = k.purpose
       where k.key is null and (k.subject, k.purpose) > ($1, $2) and (
         k.purpose <> 'all' or not exists (select from subject_keys other where other.subject = k.subject and other.purpose <> 'all'))
       order by k.subject, k.purpose limit ${PAGE}`,
      [last.subject, last.purpose],
    );
    for (const row of rows) {
      if (recorded.has(keyOf(row))) continue;
      if (row.state === null || row.state === 'recorded')
        faults.push(`the key of ${row.purpose} of ${row.subject} was destroyed, and no event says so`);
      else withoutStream++;
    }
    if (rows.length < PAGE) break;
    last = rows.at(-1) as Row;
  }
  const uncovered =
    withoutStream > 0
      ? [`${withoutStream} keys were destroyed by the list of forgotten subjects, and this restored store has no event of them.`]
      : [];
  return { faults, uncovered };
}

async function notInTheList(pool: Pick<pg.Pool, 'query'>, folder: string, recorded: ReadonlyMap<string, Recorded>): Promise<string[]> {
  if (recorded.size === 0) return [];
  const { rows } = await pool.query<{ lineage: string }>('select lineage from forgotten_list');
  const missing = new Map(recorded);
  try {
    const file = await open(listPath(folder, rows[0]?.lineage ?? ''), 'r');
    for await (const line of file.readLines({ encoding: 'latin1' })) {
      const { content } = parseLine(line);
      if (content && 'subject' in content)
        for (const purpose of content.data.purposes) missing.delete(keyOf({ subject: content.subject, purpose }));
    }
  } catch (error) {
    return [`the list of forgotten subjects cannot be read: ${(error as Error).message}`];
  }
  return [...missing.values()].map(
    ({ stream, purpose }) => `${stream} says that ${purpose} was forgotten, and the list outside the database does not have it`,
  );
}
