import { randomBytes } from 'node:crypto';
import type { ChosenStore, StoreSubtype } from '@nordhaut/contracts';
import { createKysely } from '@nordhaut/platform/database';
import type pg from 'pg';
import { sql } from 'kysely';
import type { LogisticsTables } from '../tables.ts';

/** ms between opening the map and choosing a store */
const TOKEN_LIFE = 30 * 60_000;
/** ms that a visitor's choice is kept: it is for the order at hand, and nobody is to be found by it later */
const CHOICE_LIFE = 24 * 3600_000;
/** The map echoes 20 characters and no more (providers §1.5): 20 of 32 letters and digits are 100 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** The way to the map and back: who opened it, and which store came back. Survives restarts, works across processes. */
export type StoreChoice = {
  /** a single-use token for one visit to the map; every visit throws out what is too old of everybody's */
  issue(visitor: string, subtype: StoreSubtype): Promise<string>;
  /** who may still use the token, and for which chain; undefined where it is forged, used or too old */
  holder(token: string): Promise<{ visitor: string; subtype: StoreSubtype } | undefined>;
  /** Spends the token and keeps the store, both or neither. false: somebody else was faster, or it has just expired. */
  choose(token: string, store: ChosenStore): Promise<boolean>;
  /** the store of the last 24 hours */
  chosen(visitor: string): Promise<ChosenStore | null>;
  clear(visitor: string): Promise<void>;
};

export function createStoreChoice({ pool, clock }: { pool: pg.Pool; clock: () => Date }): StoreChoice {
  const db = createKysely<LogisticsTables>(pool);
  return {
    async issue(visitor, subtype) {
      const token = newToken();
      const now = clock();
      const expires_at = new Date(now.getTime() + TOKEN_LIFE);
      await db.insertInto('store_map_tokens').values({ token, visitor, subtype, expires_at, used_at: null }).execute();
      await db
        .deleteFrom('store_map_tokens')
        .where('expires_at', '<', new Date(now.getTime() - TOKEN_LIFE))
        .execute();
      await db.deleteFrom('chosen_stores').where('chosen_at', '<', outlived(now)).execute();
      return token;
    },
    async holder(token) {
      return db
        .selectFrom('store_map_tokens')
        .select(['visitor', 'subtype'])
        .where('token', '=', token)
        .where('used_at', 'is', null)
        .where('expires_at', '>', clock())
        .executeTakeFirst();
    },
    async choose(token, store) {
      const now = clock();
      // One statement: two posts of one token at the same time must not both store, nor one be lost half-way.
      const kept = await sql`
        with spent as (
          update store_map_tokens set used_at = ${now}
          where token = ${token} and used_at is null and expires_at > ${now} and subtype = ${store.LogisticsSubType}
          returning visitor
        )
        insert into chosen_stores (visitor, subtype, store_id, name, address, chosen_at)
        select visitor, ${store.LogisticsSubType}, ${store.CVSStoreID}, ${store.CVSStoreName}, ${store.CVSAddress}, ${now} from spent
        on conflict (visitor) do update set subtype = excluded.subtype, store_id = excluded.store_id, name = excluded.name,
          address = excluded.address, chosen_at = excluded.chosen_at
        returning visitor`.execute(db);
      return kept.rows.length === 1;
    },
    async chosen(visitor) {
      const row = await db
        .selectFrom('chosen_stores')
        .selectAll()
        .where('visitor', '=', visitor)
        .where('chosen_at', '>=', outlived(clock()))
        .executeTakeFirst();
      if (row === undefined) return null;
      return { CVSStoreID: row.store_id, CVSStoreName: row.name, CVSAddress: row.address, LogisticsSubType: row.subtype };
    },
    async clear(visitor) {
      await db.deleteFrom('chosen_stores').where('visitor', '=', visitor).execute();
    },
  };
}

const outlived = (now: Date): Date => new Date(now.getTime() - CHOICE_LIFE);

const newToken = (): string => Array.from(randomBytes(20), (byte) => ALPHABET[byte & 31]).join('');
