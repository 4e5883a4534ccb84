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

/** Placed later than `after` and no later than `before`. `waits`, `subtype`, `only` (a number): those alone. */
type Range = {
  after?: Date;
  before: Date;
  limit: number;
  waits?: readonly Waiting[] | undefined;
  subtype?: DeliverySubtype | undefined;
  only?: string | undefined;
};

/** What an order waits for while its parcel can still be in the warehouse. */
const WITH_PARCEL: readonly Waiting[] = ['under-way', 'abroad', 'return', 'store'];

type Row = { order_no: string; placed_at: Date; waits: Waiting; waits_since: Date; state: Pick<Order, 'terms' | 'shipment'> };

/** Oldest first; at most `limit`. Abroad, no carrier has a state of the parcel. */
export const parcelsToSend =
  (pool: Pick<pg.Pool, 'query'>) =>
  async ({ after = new Date(0), before, limit, waits = WITH_PARCEL, subtype, only }: Range): Promise<ParcelToSend[]> => {
    const values: unknown[] = [waits, after, before, limit];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const { rows } = await pool.query<Row>(
      `select order_no, placed_at, waits, waits_since, state from orders
       where waits = any($1) and (parcel_stage = 'preparing' or parcel_stage is null) and placed_at > $2 and placed_at <= $3
         and (parcel_stage is not null or state -> 'terms' -> 'delivery' ->> 'subtype' = 'INTERNATIONAL')
         and state ->> 'handedOverAt' is null and state ->> 'cancelled' is null
         ${subtype === undefined ? '' : `and state -> 'terms' -> 'delivery' ->> 'subtype' = ${bind(subtype)}`}
         ${only === undefined ? '' : `and order_no = ${bind(only)}`}
       order by placed_at, order_no limit $4`,
      values,
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
