import { Readable } from 'node:stream';
import { formatMoney, shownTime } from '@nordhaut/contracts';
import { InvoicesQuery } from '@nordhaut/contracts/support';
import type { SoldOrder } from '@nordhaut/ordering';
import { csvHead, csvRow } from '@nordhaut/platform/csv';
import { refuse, type Routes } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import { daysBetween } from '../insight/days.ts';
import { messages } from '../messages.ts';
import type { ViewLog } from '../views.ts';

export type InvoicesHttp = { soldOrders(range: { from: string; to: string }): AsyncIterable<SoldOrder>; views: ViewLog };

/** days of one file at most: an invoice period of two months */
const MOST_DAYS = 62;

/** What the provider that issues the invoices needs, as a file. */
export function invoiceRoutes({ soldOrders, views }: InvoicesHttp): Routes {
  return (app) => {
    app.get(
      '/api/support/invoices/export',
      {
        schema: {
          querystring: InvoicesQuery,
          response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
          summary: 'The data of invoices of the sales of some days, as a file, CSV',
          tags: ['support'],
        },
        config: { access: 'support', right: 'reveal', secondFactor: true },
      },
      async (request, reply) => {
        const { from, to } = request.query;
        const days = daysBetween({ from, to }).length;
        if (days === 0 || days > MOST_DAYS) return refuse(400, 'VALIDATION_FAILED', messages.invoiceRangeInvalid);
        await views(request, { action: 'EXPORT_INVOICES', reason: `${from} – ${to}` });
        return (
          reply
            .header('content-disposition', `attachment; filename="invoices-${from}-${to}.csv"`)
            .type('text/csv; charset=utf-8')
            // The schema says what the file is; a stream is no value of it.
            .send(Readable.from(linesOf(soldOrders({ from, to }))) as never)
        );
      },
    );
  };
}

async function* linesOf(sold: AsyncIterable<SoldOrder>): AsyncGenerator<string> {
  yield csvHead(Object.keys(COLUMNS));
  for await (const order of sold) yield `\r\n${csvRow(invoiceCells(order))}`;
}

const OUTCOMES: Record<SoldOrder['outcome'], string> = { SOLD: '', CANCELLED: '訂單已取消', NOT_COLLECTED: '未取貨' };
/** Without the tax: the total has 5 % in it (spec/3-purchase-flow §9). */
const netOf = ({ total }: SoldOrder): number => Math.round(total / 1.05);

const COLUMNS: Readonly<Record<string, (order: SoldOrder) => string>> = {
  訂單編號: ({ orderNo }) => orderNo,
  下單時間: ({ placedAt }) => shownTime(placedAt),
  成立時間: ({ soldAt }) => shownTime(soldAt),
  發票種類: ({ type }) => (type === 'UNIFORM_NUMBER' ? '公司統編' : '一般'),
  統一編號: ({ data }) => data?.uniformNumber ?? '',
  買受人抬頭: ({ data }) => data?.companyTitle ?? '',
  手機條碼載具: ({ data }) => data?.mobileBarcode ?? '',
  '總額（含稅）': ({ total }) => String(total),
  銷售額: (order) => String(netOf(order)),
  稅額: (order) => String(order.total - netOf(order)),
  商品: ({ lines }) => lines.map(({ nameZh, quantity, unitPrice }) => `${nameZh} × ${quantity}，單價 ${formatMoney(unitPrice)}`).join('；'),
  運費: ({ shippingFee }) => String(shippingFee),
  折扣: ({ discounts }) => String(discounts.reduce((sum, { amount }) => sum + amount, 0)),
  購物金: ({ credit }) => String(credit),
  付款方式: ({ payment }) => (payment === 'COD' ? '貨到付款' : '信用卡'),
  目前狀態: ({ outcome }) => OUTCOMES[outcome],
  已退款: ({ paidBack }) => String(paidBack),
};

/** Pure: the cells of an order, in the order of the columns. */
export const invoiceCells = (order: SoldOrder): string[] => Object.values(COLUMNS).map((cell) => cell(order));
