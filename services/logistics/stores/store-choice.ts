import { randomBytes } from 'node:crypto';
import type { ChosenStore, StoreSubtype } from '@nordhaut/contracts';
import { createKysely } from '@nordhaut/platform/database';
import type { OuterKeys, SealedTable } from '@nordhaut/platform/envelope';
import type { PersonalSet } from '@nordhaut/platform/forgetting';
import type pg from 'pg';
import { sql } from 'kysely';
import type { LogisticsTables } from '../tables.ts';

/** ms from opening the map to choosing a store */
const TOKEN_LIFE = 30 * 60_000;
/** ms for which a choice is kept. It serves the present order, and it is personal data, so an outer key encrypts it. */
const CHOICE_LIFE = 24 * 3600_000;
/** The map returns at most 20 characters (providers §1.5). 20 of these 32 characters are 100 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Tokens for the store map and the chosen stores, in Postgres. */
export type StoreChoice = {
  /** A single-use token for one visit to the map. Each call also deletes expired tokens and choices. */
  issue(chooser: Chooser, subtype: StoreSubtype): Promise<string>;
  /** Who may use a token, and for which chain; undefined where it is forged, used or expired. */
  holder(token: string): Promise<(Chooser & { subtype: StoreSubtype }) | undefined>;
  /** Uses the token and stores the choice in one step. @returns false where the token was already used or has expired */
  choose(token: string, store: ChosenStore): Promise<boolean>;
  /** The store that was chosen in the last 24 hours. */
  chosen(chooser: Chooser): Promise<ChosenStore | null>;
  clear(chooser: Chooser): Promise<void>;
};

/**
 * Whose choice it is. `group`: address of the group project for which the store is chosen; undefined: the checkout. Each has
 * its own choice, so pages that are open at once do not overwrite each other's store.
 */
export type Chooser = { visitor: string; group: string | undefined };

/** The column `visitor`: the visitor's id, and after a space the project. Neither has a space. */
const keyOf = ({ visitor, group }: Chooser): string => (group === undefined ? visitor : `${visitor} ${group}`);
function chooserOf(key: string): Chooser {
  const [visitor = '', group] = key.split(' ');
  return { visitor, group };
}

type Place = Omit<ChosenStore, 'LogisticsSubType'>;

export function createStoreChoice({ pool, outer, clock }: { pool: pg.Pool; outer: OuterKeys; clock: () => Date }): StoreChoice {
  const db = createKysely<LogisticsTables>(pool);
  return {
    async issue(chooser, subtype) {
      const token = newToken();
      const now = clock();
      const expires_at = new Date(now.getTime() + TOKEN_LIFE);
      await db
        .insertInto('store_map_tokens')
        .values({ token, visitor: keyOf(chooser), subtype, expires_at, used_at: null })
        .execute();
      await db
        .deleteFrom('store_map_tokens')
        .where('expires_at', '<', new Date(now.getTime() - TOKEN_LIFE))
        .execute();
      await db.deleteFrom('chosen_stores').where('chosen_at', '<', outlived(now)).execute();
      return token;
    },
    async holder(token) {
      const row = await db
        .selectFrom('store_map_tokens')
        .select(['visitor', 'subtype'])
        .where('token', '=', token)
        .where('used_at', 'is', null)
        .where('expires_at', '>', clock())
        .executeTakeFirst();
      return row && { ...chooserOf(row.visitor), subtype: row.subtype };
    },
    async choose(token, store) {
      const now = clock();
      const { LogisticsSubType: subtype, ...place } = store;
      const visitor = await db.selectFrom('store_map_tokens').select('visitor').where('token', '=', token).executeTakeFirst();
      if (!visitor) return false;
      const sealed = outer.wrap(Buffer.from(JSON.stringify(place)), nameOf(visitor.visitor));
      // This must stay one statement: of two concurrent posts with one token exactly one may store its choice.
      const stored = await sql`
        with spent as (
          update store_map_tokens set used_at = ${now}
          where token = ${token} and used_at is null and expires_at > ${now} and subtype = ${subtype}
          returning visitor
        )
        insert into chosen_stores (visitor, subtype, sealed, outer_key, chosen_at)
        select visitor, ${subtype}, ${sealed}, ${outer.current}, ${now} from spent
        on conflict (visitor) do update set subtype = excluded.subtype, sealed = excluded.sealed,
          outer_key = excluded.outer_key, chosen_at = excluded.chosen_at
        returning visitor`.execute(db);
      return stored.rows.length === 1;
    },
    async chosen(chooser) {
      const key = keyOf(chooser);
      const row = await db
        .selectFrom('chosen_stores')
        .selectAll()
        .where('visitor', '=', key)
        .where('chosen_at', '>=', outlived(clock()))
        .executeTakeFirst();
      // Without its key the choice is lost, and the buyer chooses again.
      if (row === undefined || !outer.ids.includes(row.outer_key)) return null;
      const place = JSON.parse(outer.unwrap(row.sealed, row.outer_key, nameOf(key)).toString()) as Place;
      return { ...place, LogisticsSubType: row.subtype };
    },
    async clear(chooser) {
      await db.deleteFrom('chosen_stores').where('visitor', '=', keyOf(chooser)).execute();
    },
  };
}

/** Deletes the choices of these visitors; with `now`, only those that have expired. */
export async function forgetChoices(pool: Pick<pg.Pool, 'query'>, visitors: readonly string[], now?: Date): Promise<void> {
  // The table holds the choices of one day, so it needs no index of the visitors without their projects.
  await pool.query(
    `delete from chosen_stores where split_part(visitor, ' ', 1) = any($1::text[]) and ($2::timestamptz is null or chosen_at < $2)`,
    [visitors, now === undefined ? null : outlived(now)],
  );
}

/** The choices of a person's browsers in a person's file. */
export const chosenStores: PersonalSet = {
  name: 'chosen-store',
  title: '選擇的取貨門市（保留一天）',
  ends: { kind: 'forgotten', purposes: ['contact'] },
  async read({ pool, outer }, { visitors }) {
    const { rows } = await pool.query<{ visitor: string; sealed: Buffer; outer_key: string; chosen_at: Date }>(
      `select visitor, sealed, outer_key, chosen_at from chosen_stores where split_part(visitor, ' ', 1) = any($1::text[]) order by chosen_at`,
      [visitors],
    );
    return rows.flatMap(({ visitor, sealed, outer_key, chosen_at }) => {
      if (!outer.ids.includes(outer_key)) return [];
      const values = JSON.parse(outer.unwrap(sealed, outer_key, nameOf(visitor)).toString()) as Place;
      return [{ at: chosen_at.toISOString(), label: '門市', values }];
    });
  },
};

const nameOf = (visitor: string): string => `chosen store\n${visitor}`;
export const sealedChoices: SealedTable = { table: 'chosen_stores', key: ['visitor'], nameOf: ({ visitor = '' }) => nameOf(visitor) };

const outlived = (now: Date): Date => new Date(now.getTime() - CHOICE_LIFE);

const newToken = (): string => Array.from(randomBytes(20), (byte) => ALPHABET[byte & 31]).join('');
