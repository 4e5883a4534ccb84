import { type ClosedDays, dayOf, type DeliverySubtype, shownTime } from '@nordhaut/contracts';
import { Done, PackedRequest, ParcelsQuery, type ParcelToSend, ParcelsToSend } from '@nordhaut/contracts/support';
import type { ParcelToSend as Parcel } from '@nordhaut/ordering';
import { csvHead, csvRow } from '@nordhaut/platform/csv';
import type { Routes } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import { SUBTYPES } from '../orders/words.ts';
import type { Marked, PackedParcels } from './packed.ts';
import { type PackedProducts, toSend } from './to-send.ts';

export type ParcelsHttp = {
  parcelsToSend(range: { before: Date; limit: number; subtype?: DeliverySubtype | undefined }): Promise<Parcel[]>;
  products: PackedProducts;
  packed: PackedParcels;
  closedDays: ClosedDays;
  clock: () => Date;
};

/** parcels to pack, and packed ones, of an answer at most; the oldest of them */
const MOST = 500;
/** parcels that are read at most */
const MOST_READ = 3_000;

const tags = ['support'];
const view = { access: 'support', right: 'view' } as const;
const markOf = ({ orderNo, since }: Parcel): Marked => ({ orderNo, readyAt: since });

/** What the warehouse has to send. It names nobody, so no view is logged. */
export function parcelRoutes({ parcelsToSend, products, packed, closedDays, clock }: ParcelsHttp): Routes {
  /** `isAll`: there are no others. */
  async function inWarehouse(subtype?: DeliverySubtype): Promise<{ found: Parcel[]; isAll: boolean }> {
    const found = await parcelsToSend({ before: clock(), limit: MOST_READ + 1, subtype });
    return { found: found.slice(0, MOST_READ), isAll: found.length <= MOST_READ };
  }
  async function listed(subtype?: DeliverySubtype): Promise<ParcelsToSend> {
    const { found, isAll } = await inWarehouse(subtype);
    const marked = await packed.among(found.map(markOf));
    const now = clock();
    const parcels = found.map((parcel) => ({ ...toSend(parcel, products, closedDays, now), packed: marked.has(parcel.orderNo) }));
    return { parcels, more: !isAll };
  }

  return (app) => {
    app.get(
      '/api/support/parcels',
      {
        schema: {
          querystring: ParcelsQuery,
          response: { 200: ParcelsToSend },
          summary: 'Parcels that the carrier has not got yet',
          tags,
        },
        config: view,
      },
      async ({ query }) => {
        const { parcels, more } = await listed(query.carrier);
        // Packed ones stay until the carrier's report and must not hide what is still to be packed.
        const [open, done] = [parcels.filter((parcel) => !parcel.packed), parcels.filter((parcel) => parcel.packed)];
        return { parcels: [...open.slice(0, MOST), ...done.slice(0, MOST)], more: more || open.length > MOST || done.length > MOST };
      },
    );
    app.post(
      '/api/support/parcels/packed',
      {
        schema: { body: PackedRequest, response: { 200: Done }, summary: 'Mark parcels as packed, or take the mark back', tags },
        config: view,
      },
      async ({ body, staff }) => {
        const { found, isAll } = await inWarehouse();
        const asked = new Map(body.parcels.map(({ orderNo, readyAt }) => [orderNo, Date.parse(readyAt)]));
        // The page may be older than the cancellation or the hold of an order.
        const meant = found.filter(({ orderNo, since }) => asked.get(orderNo) === since.getTime()).map(markOf);
        await (body.packed ? packed.mark(meant, staff?.staffId ?? '') : packed.unmark(meant));
        if (isAll) await packed.keep(found.map(({ orderNo }) => orderNo));
        return { ok: true as const };
      },
    );
    app.get(
      '/api/support/parcels/export',
      {
        schema: {
          querystring: ParcelsQuery,
          response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
          summary: 'Parcels that the carrier has not got yet, as a file, CSV',
          tags,
        },
        config: view,
      },
      async ({ query }, reply) => {
        const { parcels, more } = await listed(query.carrier);
        const rows = [csvHead(Object.keys(COLUMNS)), ...parcels.map(rowOf), ...(more ? [csvRow(['還有更多包裹，未列出'])] : [])];
        return reply
          .header('content-disposition', `attachment; filename="parcels-${dayOf(clock())}.csv"`)
          .type('text/csv; charset=utf-8')
          .send(rows.join('\r\n'));
      },
    );
  };
}

const named = (items: ParcelToSend['items']): string => items.map(({ name, quantity }) => `${name} × ${quantity}`).join('；');

const COLUMNS: Readonly<Record<string, (parcel: ParcelToSend) => string>> = {
  訂單編號: ({ orderNo }) => orderNo,
  下單時間: ({ placedAt }) => shownTime(placedAt),
  可出貨時間: ({ hold, readyAt }) => (hold === null ? shownTime(readyAt) : ''),
  最晚出貨日: ({ sendBy }) => sendBy,
  物流: ({ subtype }) => SUBTYPES[subtype] ?? subtype,
  託運單號或寄貨編號: ({ carrierNo }) => carrierNo,
  物流編號: ({ logisticsId }) => logisticsId,
  代收金額: ({ toCollect }) => String(toCollect),
  商品: ({ items }) => named(items),
  贈品: ({ gifts }) => named(gifts),
  暫緩原因: ({ hold }) => hold ?? '',
  已包裝: ({ packed }) => (packed ? '是' : ''),
};

const rowOf = (parcel: ParcelToSend): string => csvRow(Object.values(COLUMNS).map((cell) => cell(parcel)));
