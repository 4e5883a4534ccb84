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

const HEADS = [
  '訂單編號',
  '下單時間',
  '成立時間',
  '發票種類',
  '統一編號',
  '買受人抬頭',
  '手機條碼載具',
  '總額（含稅）',
  '銷售額',
  '稅額',
  '商品',
  '運費',
  '折扣',
  '購物金',
  '付款方式',
  '目前狀態',
  '已退款',
];

async function* linesOf(sold: AsyncIterable<SoldOrder>): AsyncGenerator<string> {
  yield csvHead(HEADS);
  for await (const order of sold) yield `\r\n${csvRow(invoiceCells(order))}`;
}

const OUTCOMES: Record<SoldOrder['outcome'], string> = { SOLD: '', CANCELLED: '訂單已取消', NOT_COLLECTED: '未取貨' };

/** Pure: the cells of an order, in the order of `HEADS`. The total has 5 % tax in it (spec/3-purchase-flow §9). */
export function invoiceCells(order: SoldOrder): string[] {
  const { orderNo, placedAt, soldAt, type, data, total, lines, shippingFee, discounts, credit, payment, outcome, paidBack } = order;
  const net = Math.round(total / 1.05);
  return [
    orderNo,
    shownTime(placedAt),
    shownTime(soldAt),
    type === 'UNIFORM_NUMBER' ? '公司統編' : '一般',
    data?.uniformNumber ?? '',
    data?.companyTitle ?? '',
    data?.mobileBarcode ?? '',
    String(total),
    String(net),
    String(total - net),
    lines.map(({ nameZh, quantity, unitPrice }) => `${nameZh} × ${quantity}，單價 ${formatMoney(unitPrice)}`).join('；'),
    String(shippingFee),
    String(discounts.reduce((sum, { amount }) => sum + amount, 0)),
    String(credit),
    payment === 'COD' ? '貨到付款' : '信用卡',
    OUTCOMES[outcome],
    String(paidBack),
  ];
}
