import { dayOf, shownTime } from '@nordhaut/contracts';
import { Done, PackedRequest, type ParcelToSend, ParcelsToSend } from '@nordhaut/contracts/support';
import type { ParcelToSend as Parcel } from '@nordhaut/ordering';
import { csvRow } from '@nordhaut/platform/csv';
import type { Routes } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import { SUBTYPES } from '../orders/words.ts';
import type { PackedParcels } from './packed.ts';
import { type PackedProducts, toSend } from './to-send.ts';

export type ParcelsHttp = {
  parcelsToSend(range: { before: Date; limit: number }): Promise<Parcel[]>;
  products: PackedProducts;
  packed: PackedParcels;
  clock: () => Date;
};

/** parcels of one answer; who has more of them sends the oldest first */
const MOST = 500;

const tags = ['support'];
const view = { access: 'support', right: 'view' } as const;

/** What the warehouse has to send. It names nobody, so no view is logged. */
export function parcelRoutes({ parcelsToSend, products, packed, clock }: ParcelsHttp): Routes {
  async function listed(): Promise<ParcelsToSend> {
    const now = clock();
    const found = await parcelsToSend({ before: now, limit: MOST + 1 });
    const parcels = found.slice(0, MOST);
    const marked = await packed.among(parcels.map(({ orderNo, since: readyAt }) => ({ orderNo, readyAt })));
    return {
      parcels: parcels.map((parcel) => ({ ...toSend(parcel, products, now), packed: marked.has(parcel.orderNo) })),
      more: found.length > MOST,
    };
  }

  return (app) => {
    app.get(
      '/api/support/parcels',
      { schema: { response: { 200: ParcelsToSend }, summary: 'Parcels that the carrier has not got yet', tags }, config: view },
      listed,
    );
    app.post(
      '/api/support/parcels/packed',
      {
        schema: { body: PackedRequest, response: { 200: Done }, summary: 'Mark parcels as packed, or take the mark back', tags },
        config: view,
      },
      async ({ body, staff }) => {
        const parcels = body.parcels.map(({ orderNo, readyAt }) => ({ orderNo, readyAt: new Date(readyAt) }));
        await (body.packed ? packed.mark(parcels, staff?.staffId ?? '') : packed.unmark(parcels));
        return { ok: true as const };
      },
    );
    app.get(
      '/api/support/parcels/export',
      {
        schema: {
          response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
          summary: 'Parcels that the carrier has not got yet, as a file, CSV',
          tags,
        },
        config: view,
      },
      async (_, reply) => {
        const { parcels } = await listed();
        // A spreadsheet reads a file that begins with a byte order mark as UTF-8.
        return reply
          .header('content-disposition', `attachment; filename="parcels-${dayOf(clock())}.csv"`)
          .type('text/csv; charset=utf-8')
          .send(`\uFEFF${[csvRow(HEADS), ...parcels.map(rowOf)].join('\r\n')}`);
      },
    );
  };
}

const HEADS = [
  '訂單編號',
  '下單時間',
  '可出貨時間',
  '最晚出貨日',
  '物流',
  '託運單號或寄貨編號',
  '物流編號',
  '代收金額',
  '商品',
  '贈品',
  '暫緩原因',
  '已包裝',
];

const named = (items: ParcelToSend['items']): string => items.map(({ name, quantity }) => `${name} × ${quantity}`).join('；');

const rowOf = ({
  orderNo,
  placedAt,
  readyAt,
  sendBy,
  subtype,
  carrierNo,
  logisticsId,
  toCollect,
  items,
  gifts,
  hold,
  packed,
}: ParcelToSend): string =>
  csvRow([
    orderNo,
    shownTime(placedAt),
    hold === null ? shownTime(readyAt) : '',
    sendBy,
    SUBTYPES[subtype] ?? subtype,
    carrierNo,
    logisticsId,
    String(toCollect),
    named(items),
    named(gifts),
    hold ?? '',
    packed ? '是' : '',
  ]);
