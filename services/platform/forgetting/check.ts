import { open } from 'node:fs/promises';
import type pg from 'pg';
import { opensText, type OuterKeys } from '../envelope/index.ts';
import { textArray } from '../database/binary-arrays.ts';
import { PURPOSES, type Purpose } from '../event-store/decider.ts';
import type { RecordedEvent, StreamName } from '../event-store/port.ts';
import { FORGOTTEN_EVENT, type PersonalDataForgotten } from './event.ts';
import { listPath, parseLine } from './list-file.ts';
import { type SealedKey, SealedKeys } from './sealed-keys.ts';

const PAGE = 1_000;
/** sentences of one kind */
const MOST = 10;

type Key = { subject: string; purpose: Purpose };
/** A forgetting of one purpose. `says`: the beginning of a sentence. */
type Promised = Key & { says: string };
const nameOf = ({ subject, purpose }: Key): string => `${purpose} ${subject}`;

/** What the events of one stream say of a subject: a bit for each purpose. `listed`: those of them that the list has. */
type Said = { stream: StreamName; purposes: number; listed: number };

/** The recorded forgettings by subject. Small, because a history has millions of them. */
class Recorded {
  readonly #said = new Map<string, Said[]>();
  /** After the way back to this release, the history may have purposes that only the newer release knows. */
  readonly #purposes: Purpose[] = [...PURPOSES];
  /** of keys */
  size = 0;

  #bitOf(purpose: Purpose): number {
    const index = this.#purposes.indexOf(purpose);
    return index < 0 ? 0 : 1 << index;
  }

  #find({ subject, purpose }: Key): Said | undefined {
    return this.#said.get(subject)?.find(({ purposes }) => (purposes & this.#bitOf(purpose)) !== 0);
  }

  add(stream: StreamName, subject: string, purposes: readonly Purpose[]): void {
    for (const purpose of purposes) if (!this.#purposes.includes(purpose)) this.#purposes.push(purpose);
    const fresh = this.#purposes.filter((purpose) => purposes.includes(purpose) && !this.has({ subject, purpose }));
    if (fresh.length === 0) return;
    this.size += fresh.length;
    const one = { stream, purposes: fresh.reduce((bits, purpose) => bits | this.#bitOf(purpose), 0), listed: 0 };
    this.#said.set(subject, [...(this.#said.get(subject) ?? []), one]);
  }

  has(key: Key): boolean {
    return this.#find(key) !== undefined;
  }

  /** @returns whether it is recorded */
  foundInList(key: Key): boolean {
    const said = this.#find(key);
    if (said) said.listed |= this.#bitOf(key.purpose);
    return said !== undefined;
  }

  *promised({ listed }: { listed: boolean }): Generator<Promised> {
    for (const [subject, all] of this.#said)
      for (const said of all)
        for (const purpose of this.#purposes)
          if ((said.purposes & ~(listed ? 0 : said.listed) & this.#bitOf(purpose)) !== 0)
            yield { says: `${said.stream} says`, subject, purpose };
  }
}

/** `exact`: in microseconds, as the database compares times */
type Began = { at: Date; exact: string };

export type ForgettingCheckOptions = {
  pool: Pick<pg.Pool, 'query'>;
  outer: OuterKeys;
  /** of the list outside the database */
  folder: string;
};

/**
 * Compares the recorded forgettings with the keys and with the list outside the database. A destroyed or missing key without
 * an event is data that somebody removed, and so is a key that does not open the first text that was sealed with it; an event
 * or a line of the list whose key exists is a promise that was not kept.
 * Rows of the database alone excuse nothing, because who can destroy a key can write them as well.
 */
export function forgettingCheck({ pool, outer, folder }: ForgettingCheckOptions) {
  const recorded = new Recorded();
  const sealed = new SealedKeys();
  // The database looks for keys while the history is read on. A key is there before its event.
  const asked: Promise<Lost[]>[] = [];
  function ask(least: number): void {
    const keys = sealed.next(least);
    if (keys === undefined) return;
    const answer = lostKeys(pool, outer, keys);
    answer.catch(() => undefined);
    asked.push(answer);
  }
  // Of a running shop: a key that is destroyed later has its event behind the part of the log that the check gets.
  const began = pool.query<Began>('select now() as at, now()::text as exact');
  began.catch(() => undefined);
  return {
    /** Takes every event of the history. */
    take({ event }: { event: Pick<RecordedEvent, 'id' | 'stream' | 'type' | 'data'> }): void {
      sealed.take(event);
      ask(PAGE);
      if (event.type !== FORGOTTEN_EVENT) return;
      const { personal, purposes } = JSON.parse(event.data) as PersonalDataForgotten['data'] & { personal?: { subject: string } };
      recorded.add(event.stream, personal?.subject ?? '', purposes);
    },
    async verdict(): Promise<{ faults: string[]; proven: string[]; uncovered: string[] }> {
      ask(1);
      const { at, exact } = (await began).rows[0] as Began;
      const list = await readList(pool, folder, recorded);
      const listed = [...list.others.values()].filter((one) => one.at <= at);
      const { faults: alone, uncovered } = await keysWithoutEvent(pool, { recorded, list, began: exact });
      const faults = [
        ...firstOf(await withKey(pool, recorded.promised({ listed: true }))),
        ...firstOf(await withKey(pool, listed)),
        ...firstOf(alone),
        ...firstOf(lossesOf((await Promise.all(asked)).flat(), recorded)),
        ...list.faults,
        ...(list.faults.length > 0 ? [] : firstOf(notInTheList(recorded))),
      ];
      const proven = recorded.size > 0 ? [`${recorded.size} keys were destroyed, each with its event and its line of the list.`] : [];
      return { faults, proven: faults.length === 0 ? proven : [], uncovered };
    },
  };
}

const firstOf = (sentences: readonly string[]): string[] =>
  sentences.length <= MOST ? [...sentences] : [...sentences.slice(0, MOST), `… and ${sentences.length - MOST} more of this kind`];

/** The forgettings whose key is not destroyed. */
async function withKey(pool: Pick<pg.Pool, 'query'>, promised: Iterable<Promised>): Promise<string[]> {
  const faults: string[] = [];
  for (const page of pagesOf(promised)) {
    const { rows } = await pool.query<Key & { destroyed: boolean | null }>(
      `select wanted.subject, wanted.purpose, (held.key is null and old.key is null and held.subject is not null) as destroyed
       from unnest($1::text[], $2::text[]) as wanted (subject, purpose)
       left join subject_keys held on held.subject = wanted.subject and held.purpose = wanted.purpose
       left join subject_keys old on old.subject = wanted.subject and old.purpose = 'all'`,
      [textArray(page.map(({ subject }) => subject)), textArray(page.map(({ purpose }) => purpose))],
    );
    const says = new Map(page.map((one) => [nameOf(one), one.says]));
    for (const row of rows)
      if (row.destroyed !== true) faults.push(`${says.get(nameOf(row))} that ${row.purpose} was forgotten, and its key is not destroyed`);
  }
  return faults;
}

function* pagesOf<Item>(items: Iterable<Item>): Generator<Item[]> {
  let page: Item[] = [];
  for (const item of items)
    if (page.push(item) === PAGE) {
      yield page;
      page = [];
    }
  if (page.length > 0) yield page;
}

type Known = { recorded: Recorded; list: List; began: string };

async function keysWithoutEvent(
  pool: Pick<pg.Pool, 'query'>,
  { recorded, list, began }: Known,
): Promise<{ faults: string[]; uncovered: string[] }> {
  const faults: string[] = [];
  let [withoutStream, later] = [0, 0];
  type Row = Key & { state: string | null; is_later: boolean };
  for (let last: Key = { subject: '', purpose: '' as Purpose }; ; ) {
    // The old key of a subject is destroyed without an event when it is replaced by a key per purpose.
    const { rows } = await pool.query<Row>(
      `select k.subject, k.purpose, f.state, k.forgotten_at > $3::timestamptz and k.forgotten_at <= clock_timestamp() as is_later
       from subject_keys k
       left join forgotten_subjects f on f.subject = k.subject and f.purpose = k.purpose
       where k.key is null and (k.subject, k.purpose) > ($1, $2) and (
         k.purpose <> 'all' or not exists (select from subject_keys other where other.subject = k.subject and other.purpose <> 'all'))
       order by k.subject, k.purpose limit ${PAGE}`,
      [last.subject, last.purpose, began],
    );
    for (const row of rows) {
      if (recorded.has(row)) continue;
      const isListed = list.faults.length > 0 || list.others.has(nameOf(row));
      if (row.is_later) later++;
      else if (isListed && row.state !== null && row.state !== 'recorded') withoutStream++;
      else faults.push(`the key of ${row.purpose} of ${row.subject} was destroyed, and no event says so`);
    }
    if (rows.length < PAGE) break;
    last = rows.at(-1) as Row;
  }
  const uncovered = [
    ...(withoutStream > 0
      ? [`${withoutStream} keys were destroyed by the list of forgotten subjects, and this restored store has no event of them.`]
      : []),
    ...(later > 0 ? [`${later} keys were destroyed while this check was running: the next one covers them.`] : []),
  ];
  return { faults, uncovered };
}

/** A key whose texts cannot be read; `how`: the middle of a sentence */
type Lost = Key & { how: string };

/**
 * A forgotten key leaves a row without a key. So a key without a row was removed, or was lost with a part of the database. The
 * next event of the same person then makes a new key, which does not open the earlier texts.
 */
async function lostKeys(pool: Pick<pg.Pool, 'query'>, outer: OuterKeys, keys: readonly SealedKey[]): Promise<Lost[]> {
  const { rows } = await pool.query<{ at: number; missing: boolean; key: Buffer | null; outer_key: string | null }>(
    `select wanted.at::integer - 1 as at, held.subject is null as missing, held.key, held.outer_key
     from unnest($1::text[], $2::text[]) with ordinality as wanted (subject, purpose, at)
     left join subject_keys held on held.subject = wanted.subject and held.purpose = wanted.purpose
     where held.subject is null or held.key is not null`,
    [textArray(keys.map(({ subject }) => subject)), textArray(keys.map(({ scope }) => scope))],
  );
  return rows.flatMap(({ at, missing, key, outer_key }) => {
    const { subject, scope, eventId, sealed } = keys[at] as SealedKey;
    const lost = { subject, purpose: scope as Purpose };
    if (missing || key === null) return [{ ...lost, how: 'is missing, so its events cannot be read' }];
    const opens = opensText(outer, { subject, purpose: scope, key, outer_key }, eventId, sealed);
    return opens ? [] : [{ ...lost, how: `does not open event ${eventId}: it was changed, or lost and replaced` }];
  });
}

const lossesOf = (lost: readonly Lost[], recorded: Recorded): string[] =>
  lost
    .filter((one) => !recorded.has(one))
    .map(({ subject, purpose, how }) => `the key of ${purpose} of ${subject} ${how}, and no event says so`);

/** `others`: what no event says. `faults`: why the list cannot be read; there are no others then. */
type List = { others: ReadonlyMap<string, Promised & { at: Date }>; faults: string[] };

/** Notes which of the recorded forgettings the list has. */
async function readList(pool: Pick<pg.Pool, 'query'>, folder: string, recorded: Recorded): Promise<List> {
  const { rows } = await pool.query<{ lineage: string; made: boolean }>('select lineage, made from forgotten_list');
  const others = new Map<string, Promised & { at: Date }>();
  if (rows[0]?.made !== true && recorded.size === 0) return { others, faults: [] };
  try {
    const file = await open(listPath(folder, rows[0]?.lineage ?? ''), 'r');
    for await (const line of file.readLines({ encoding: 'latin1' })) {
      const { content } = parseLine(line);
      if (!content || !('subject' in content)) continue;
      const { subject, data } = content;
      for (const purpose of data.purposes) {
        if (recorded.foundInList({ subject, purpose })) continue;
        const one = { says: `the list says of ${subject}`, subject, purpose, at: new Date(data.at) };
        others.set(nameOf(one), one);
      }
    }
    return { others, faults: [] };
  } catch (error) {
    return { others: new Map(), faults: [`the list of forgotten subjects cannot be read: ${(error as Error).message}`] };
  }
}

const notInTheList = (recorded: Recorded): string[] =>
  recorded
    .promised({ listed: false })
    .map(({ says, purpose }) => `${says} that ${purpose} was forgotten, and the list outside the database does not have it`)
    .toArray();
