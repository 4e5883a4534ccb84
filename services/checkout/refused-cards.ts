import { createHmac, type KeyObject } from 'node:crypto';
import type { Migration } from '@nordhaut/platform/database';
import type { Rejection } from '@nordhaut/platform/event-store';
import { rangeOf } from '@nordhaut/platform/http';
import type pg from 'pg';
import { messages } from './messages.ts';

/**
 * Orders whose card was refused, that one network may have in 24 hours. Who has a list of stolen cards tries one after the other, and the
 * processor asks its shops to stop that. A mobile carrier may use one network for a whole city: at one refused card in twenty, it has 600
 * card orders a day.
 */
const PER_NETWORK = 30;
const HOURS = 24;

/**
 * Codes that say nothing about the card: the processor or a bank is away, or the shop's own data is wrong (providers §2.7). An hour in
 * which every card is refused must not close the shop for a day. Codes below 2000 are the processor's word about a request.
 */
const NOT_OF_CARD: ReadonlySet<number> = new Set([9999, 10005, 10006, 10008, 10009, 10013]);
export const isOfCard = (code: number): boolean => code >= 2_000 && !NOT_OF_CARD.has(code);

/** A row: an order whose card was refused, and the network that sent it, both as HMACs. Rows that are over go. */
export const refusedCardsMigrations: Migration[] = [
  {
    name: 'checkout/007-refused-cards',
    expand: true,
    sql: `
      create table refused_cards (
        network bytea,
        order_key bytea,
        refused_at timestamptz not null,
        primary key (network, order_key)
      );
      create index on refused_cards (network, refused_at);
      create index on refused_cards (refused_at)`,
  },
];

export const overCardLimit: Rejection = { status: 409, code: 'CARD_LIMIT', message: messages.cardLimit };

type RefusedCardsOptions = { pool: Pick<pg.Pool, 'query'>; key: KeyObject; clock: () => Date /** of the limit */; factor: number };

/**
 * Limits refused cards by network. An order charges at most once, so one order number has one refusal at most. Charges that succeed count
 * for nothing. The rows are in Postgres, so several processes share them, and a restart forgets none. Charges at the same moment do not
 * see each other: so many more may pass as a network may have requests under way.
 */
export function refusedCards({ pool, key, clock, factor }: RefusedCardsOptions) {
  const keyOf = (kind: 'network' | 'order', id: string): Buffer => createHmac('sha256', key).update(`${kind}/${id}`).digest();
  const most = Math.max(1, Math.round(PER_NETWORK * factor));

  return {
    /** Whether the network at this address may try a card. */
    async allows(address: string): Promise<boolean> {
      const { rows } = await pool.query<{ count: number }>({
        name: 'refused-cards',
        text: `select count(*)::int as count from (
                 select from refused_cards where network = $1 and refused_at > $2::timestamptz - make_interval(hours => $3) limit $4) held`,
        values: [keyOf('network', rangeOf(address)), clock(), HOURS, most],
      });
      return (rows[0]?.count ?? 0) < most;
    },

    /** Counts an order whose card was refused with this code of the processor, once. */
    async count(orderNo: string, address: string, code: number): Promise<void> {
      if (!isOfCard(code)) return;
      await pool.query({
        name: 'count-refused-card',
        text: `with gone as (delete from refused_cards where refused_at <= $3::timestamptz - make_interval(hours => $4))
               insert into refused_cards (network, order_key, refused_at) values ($1, $2, $3) on conflict do nothing`,
        values: [keyOf('network', rangeOf(address)), keyOf('order', orderNo), clock(), HOURS],
      });
    },
  };
}
export type RefusedCards = ReturnType<typeof refusedCards>;
