import type { InvoiceType } from '@nordhaut/contracts';
import type { Codec } from '@nordhaut/platform/envelope';
import type pg from 'pg';
import type { BuyerData } from './buyer-data.ts';
import { wasNotCollected } from './is-not-collected.ts';
import { notRefunded, ownTaken } from './money.ts';
import type { OrderInvoice, OrderTerms } from './order-events.ts';
import type { Order } from './order-state.ts';
import type { OrderRow } from './projections/orders.ts';
import { openedPersonal } from './queries.ts';

/**
 * What the provider that issues invoices needs of a sale, as the order is now. NT$. `data`: null where the buyer gave nothing or it was
 * forgotten. `paidBack`: of the order's own money. `outcome`: whether the sale stands.
 */
export type SoldOrder = Pick<OrderTerms, 'orderNo' | 'lines' | 'discounts' | 'credit' | 'shippingFee' | 'total' | 'payment'> & {
  placedAt: string;
  type: InvoiceType;
  data: OrderInvoice | null;
  paidBack: number;
  outcome: 'SOLD' | 'CANCELLED' | 'NOT_COLLECTED';
};

/**
 * Pure: the sale of an order; undefined where nothing is sold: the payment failed, the carrier took no parcel to be paid on delivery,
 * shopping credit paid all of it, or goods are sent again.
 */
export function soldOrder(order: Order): SoldOrder | undefined {
  const { terms, payment, shipment, placedAt, personal, cancelled } = order;
  const { orderNo, lines, discounts, credit, shippingFee, total, linked } = terms;
  const isSold = terms.payment === 'COD' ? shipment !== null : payment.paid > 0 && !payment.failure;
  if (!isSold || total === 0 || linked) return undefined;
  return {
    orderNo,
    lines,
    discounts,
    credit,
    shippingFee,
    total,
    payment: terms.payment,
    placedAt,
    type: order.invoice?.type ?? terms.invoiceType,
    data: personal.invoice ?? null,
    paidBack: ownTaken(order) - notRefunded(order, null),
    outcome: cancelled ? 'CANCELLED' : wasNotCollected(order) ? 'NOT_COLLECTED' : 'SOLD',
  };
}

/** rows of one statement */
const BATCH = 200;

type Row = Pick<OrderRow, 'order_no' | 'state' | 'sealed' | 'keeps_invoice'> & { placed: string };

/** The sales of the orders placed on these days in Taipei, both included, the oldest first. */
export const soldOrders = (pool: Pick<pg.Pool, 'query'>, codec: Pick<Codec, 'openSealed'>) =>
  async function* ({ from, to }: { from: string; to: string }): AsyncGenerator<SoldOrder> {
    // Text, because a Date has no microseconds.
    for (let last = { placed: '-infinity', order_no: '' }; ; ) {
      const { rows } = await pool.query<Row>(
        `select order_no, placed_at::text as placed, state, sealed, keeps_invoice from orders
         where placed_at >= $1::date::timestamp at time zone 'Asia/Taipei' and placed_at < ($2::date + 1)::timestamp at time zone 'Asia/Taipei'
           and (placed_at, order_no) > ($3::timestamptz, $4)
         order by placed_at, order_no limit $5`,
        [from, to, last.placed, last.order_no, BATCH],
      );
      for (const { state, sealed, keeps_invoice: hasData } of rows) {
        const personal: BuyerData = hasData ? await openedPersonal(codec, sealed) : {};
        const sold = soldOrder({ ...state, personal });
        if (sold) yield sold;
      }
      const next = rows.at(-1);
      if (!next || rows.length < BATCH) return;
      last = next;
    }
  };
