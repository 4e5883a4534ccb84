import { rowProjection } from '@nordhaut/platform/projections';
import type pg from 'pg';
import type { CardPaymentAuthorised, RefundIssued, StrayChargeFound } from '../order-events.ts';
import { ORDER_CATEGORY, orderNoOf } from '../stream.ts';

/**
 * Each charge that the shop recorded, for the comparison with the card processor. NT$. `rec_trade_id`: null where a refund
 * names a charge that the shop does not have. `changed_at`: the charge, or its newest refund.
 */
export type CardChargeRow = {
  charge: string;
  order_no: string;
  rec_trade_id: string | null;
  charged: number;
  refunded: number;
  changed_at: string;
};
type MoneyEvent = CardPaymentAuthorised | StrayChargeFound | RefundIssued;

export const cardChargesProjection = rowProjection<CardChargeRow, MoneyEvent>({
  name: 'card_charges',
  version: 1,
  filter: { categories: [ORDER_CATEGORY], types: ['CardPaymentAuthorised', 'StrayChargeFound', 'RefundIssued'] },
  personal: false,
  relaxed: true,
  key: 'charge',
  createTable: (table) => `
    create table ${table} (
      charge text primary key, order_no text not null, rec_trade_id text, charged integer not null, refunded integer not null,
      changed_at timestamptz not null
    );
    create index on ${table} (changed_at);
    create index on ${table} (rec_trade_id)`,
  // A refund of the order's own money does not name the charge.
  keyOf(event) {
    const orderNo = orderNoOf(event.stream);
    if (event.type === 'CardPaymentAuthorised') return `${orderNo}/`;
    if (event.type === 'StrayChargeFound') return `${orderNo}/${event.data.recTradeId}`;
    return event.data.way === 'card' ? `${orderNo}/${event.data.strayTradeId ?? ''}` : undefined;
  },
  apply(row, { stream, type, data }) {
    const orderNo = orderNoOf(stream);
    const own = type === 'CardPaymentAuthorised';
    const before = row ?? { charge: '', order_no: orderNo, rec_trade_id: null, charged: 0, refunded: 0, changed_at: data.at };
    const changed_at = new Date(before.changed_at) > new Date(data.at) ? before.changed_at : data.at;
    if (type === 'RefundIssued')
      return { ...before, charge: `${orderNo}/${data.strayTradeId ?? ''}`, refunded: before.refunded + data.amount, changed_at };
    return {
      ...before,
      charge: own ? `${orderNo}/` : `${orderNo}/${data.recTradeId}`,
      rec_trade_id: data.recTradeId,
      charged: data.amount,
      changed_at,
    };
  },
});

/** `held`: NT$ that the bank holds of the charge, by the shop's books. */
export type CardCharge = { orderNo: string; recTradeId: string; held: number };

const COLUMNS = `order_no as "orderNo", rec_trade_id as "recTradeId", charged - refunded as held`;

export const cardCharges = (pool: Pick<pg.Pool, 'query'>) => ({
  /** charges that were made or paid back from `from` until before `to` */
  async changed({ from, to }: { from: Date; to: Date }): Promise<CardCharge[]> {
    const { rows } = await pool.query<CardCharge>(
      `select ${COLUMNS} from card_charges where changed_at >= $1 and changed_at < $2 and rec_trade_id is not null`,
      [from, to],
    );
    return rows;
  },
  async of(recTradeIds: readonly string[]): Promise<CardCharge[]> {
    const { rows } = await pool.query<CardCharge>(`select ${COLUMNS} from card_charges where rec_trade_id = any($1)`, [recTradeIds]);
    return rows;
  },
});
export type CardCharges = ReturnType<typeof cardCharges>;
