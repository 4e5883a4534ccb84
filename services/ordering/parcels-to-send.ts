import type { DeliverySubtype, PricedLine, Quote } from '@nordhaut/contracts';
import type pg from 'pg';
import type { Waiting } from './is-waiting.ts';
import type { Order, Shipment } from './order-state.ts';

/**
 * A parcel that the carrier has not got yet, with its content and without personal data. `shipment`: null abroad, where no carrier has a
 * record. `toCollect`: NT$ of a cash order. `waits`: `under-way` and `abroad` wait for nobody else than the warehouse; `since` when.
 */
export type ParcelToSend = {
  orderNo: string;
  placedAt: Date;
  subtype: DeliverySubtype;
  shipment: Shipment | null;
  lines: Pick<PricedLine, 'productId' | 'nameZh' | 'quantity'>[];
  gifts: Pick<Quote['gifts'][number], 'productId' | 'nameZh' | 'quantity'>[];
  toCollect: number;
  waits: Waiting;
  since: Date;
};

/** Placed later than `after` and no later than `before`. `only`: the number of one order. */
type Range = { after?: Date; before: Date; limit: number; only?: string | undefined };

/** What an order waits for while its parcel can still be in the warehouse. Orders that were cancelled wait for nothing. */
const WITH_PARCEL: readonly Waiting[] = ['under-way', 'abroad', 'return', 'store', 'unclear', 'held-up'];

type Row = { order_no: string; placed_at: Date; waits: Waiting; waits_since: Date; state: Pick<Order, 'terms' | 'shipment'> };

/** Oldest first; at most `limit`. */
export const parcelsToSend =
  (pool: Pick<pg.Pool, 'query'>) =>
  async ({ after = new Date(0), before, limit, only }: Range): Promise<ParcelToSend[]> => {
    const { rows } = await pool.query<Row>(
      `select order_no, placed_at, waits, waits_since, state from orders
       where waits = any($1) and (parcel_stage = 'preparing' or waits = 'abroad') and state ->> 'handedOverAt' is null
         and placed_at > $2 and placed_at <= $3 ${only === undefined ? '' : 'and order_no = $5'}
       order by placed_at, order_no limit $4`,
      [WITH_PARCEL, after, before, limit, ...(only === undefined ? [] : [only])],
    );
    return rows.map(({ order_no: orderNo, placed_at: placedAt, waits, waits_since: since, state: { terms, shipment } }) => ({
      orderNo,
      placedAt,
      subtype: terms.delivery.subtype,
      shipment,
      lines: terms.lines,
      gifts: terms.gifts,
      toCollect: terms.payment === 'COD' ? terms.total : 0,
      waits,
      since,
    }));
  };
