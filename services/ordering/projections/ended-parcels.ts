import { rowProjection } from '@nordhaut/platform/projections';
import type pg from 'pg';
import type { ParcelStatusReported } from '../order-events.ts';
import { ORDER_CATEGORY, orderNoOf } from '../stream.ts';

/** Parcels whose journey is over, for the comparison with the carrier. `ended_at`: when the shop heard of the end. */
export type EndedParcelRow = { order_no: string; ended_at: string };

export const endedParcelsProjection = rowProjection<EndedParcelRow, ParcelStatusReported>({
  name: 'ended_parcels',
  version: 1,
  filter: { categories: [ORDER_CATEGORY], types: ['ParcelStatusReported'] },
  personal: false,
  relaxed: true,
  key: 'order_no',
  createTable: (table) => `
    create table ${table} (order_no text primary key, ended_at timestamptz not null);
    create index on ${table} (ended_at)`,
  keyOf: ({ stream }) => orderNoOf(stream),
  apply(row, { stream, data, recordedAt }) {
    // A report without the carrier's own number is support's (decisions.md 17).
    if (data.logisticsId === '') return row;
    if (data.finished) return { order_no: orderNoOf(stream), ended_at: recordedAt };
    // A correction reopens a finished parcel.
    return data.current ? undefined : row;
  },
});

export const endedParcels = (pool: Pick<pg.Pool, 'query'>) => ({
  /** numbers of the orders whose parcels ended from `from` until before `to` */
  async between({ from, to }: { from: Date; to: Date }): Promise<string[]> {
    const { rows } = await pool.query<{ order_no: string }>(
      'select order_no from ended_parcels where ended_at >= $1 and ended_at < $2 order by ended_at, order_no',
      [from, to],
    );
    return rows.map(({ order_no: orderNo }) => orderNo);
  },
});
export type EndedParcels = ReturnType<typeof endedParcels>;
