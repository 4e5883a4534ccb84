import { rowProjection } from '@nordhaut/platform/projections';
import type { OrderEvent } from '../order-events.ts';
import { ORDER_CATEGORY } from '../stream.ts';

/** Parcels that the carrier may still report on; the poller's work list, and the look-up by the carrier's own number. */
export type OpenParcelRow = {
  order_no: string;
  trade_no: string;
  logistics_id: string;
  subtype: string;
  code: string;
  created_at: string;
  /** when the present code came to hold */
  changed_at: string;
};

export const openParcelsProjection = rowProjection<
  OpenParcelRow,
  Extract<OrderEvent, { type: 'ShipmentCreated' | 'ParcelStatusReported' }>
>({
  name: 'open_parcels',
  version: 3,
  filter: { categories: [ORDER_CATEGORY], types: ['ShipmentCreated', 'ParcelStatusReported'] },
  personal: false,
  key: 'trade_no',
  createTable: (table) => `
    create table ${table} (
      trade_no text primary key,
      order_no text not null,
      logistics_id text not null,
      subtype text not null,
      code text not null,
      created_at timestamptz not null,
      changed_at timestamptz not null
    );
    create index on ${table} (logistics_id)`,
  keyOf: ({ data }) => data.tradeNo,
  apply(row, event) {
    const order_no = event.stream.slice(ORDER_CATEGORY.length + 1);
    if (event.type === 'ShipmentCreated') {
      const { tradeNo, logisticsId, subtype, code, at } = event.data;
      return { order_no, trade_no: tradeNo, logistics_id: logisticsId, subtype, code, created_at: at, changed_at: at };
    }
    const { tradeNo, logisticsId, subtype, code, at, current, finished } = event.data;
    // No carrier has a parcel without its own number; such reports are support's (decisions.md #17).
    if (finished || logisticsId === '') return undefined;
    if (!current) return row;
    // A correction reopens what was finished, so the row may have to come back.
    return { order_no, trade_no: tradeNo, logistics_id: logisticsId, subtype, code, created_at: row?.created_at ?? at, changed_at: at };
  },
});
