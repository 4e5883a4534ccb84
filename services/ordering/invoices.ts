import { dayOf, type InvoiceType } from '@nordhaut/contracts';
import type { Codec } from '@nordhaut/platform/envelope';
import type pg from 'pg';
import { wasNotCollected } from './is-not-collected.ts';
import { notRefunded, ownTaken } from './money.ts';
import type { OrderInvoice, OrderTerms } from './order-events.ts';
import type { Order } from './order-state.ts';
import type { OrderRow } from './projections/orders.ts';
import { openedPersonal } from './queries.ts';

/**
 * What the provider that issues invoices needs of a sale, as the order is now. NT$. `soldAt`: when the card was charged, or the carrier
 * made the parcel of a cash order, whose invoice is packed with it. `data`: null where the buyer gave nothing or it was forgotten.
 * `paidBack`: of the order's own money. `outcome`: whether the sale stands.
 */
export type SoldOrder = Pick<OrderTerms, 'orderNo' | 'lines' | 'discounts' | 'credit' | 'shippingFee' | 'total' | 'payment'> & {
  placedAt: string;
  soldAt: string;
  type: InvoiceType;
  data: OrderInvoice | null;
  paidBack: number;
  outcome: 'SOLD' | 'CANCELLED' | 'NOT_COLLECTED';
};

/**
 * When an order was sold (ISO); undefined where nothing is sold: nothing was charged, the carrier made no parcel to be paid on delivery,
 * shopping credit paid all of it, or goods are sent again.
 */
function soldAtOf({ terms, payment, parcel, shipment, timeline }: Omit<Order, 'personal'>): string | undefined {
  if (terms.total === 0 || terms.linked) return undefined;
  // The first report is that of the parcel's making.
  if (terms.payment === 'COD') return shipment ? parcel?.reports[0]?.at : undefined;
  return payment.failure ? undefined : timeline.find(({ code }) => code === 'PAID')?.at;
}

/** Pure: the sale of an order; undefined where nothing is sold. */
export function soldOrder(order: Order): SoldOrder | undefined {
  const soldAt = soldAtOf(order);
  if (soldAt === undefined) return undefined;
  const { terms, placedAt, personal, cancelled } = order;
  const { orderNo, lines, discounts, credit, shippingFee, total } = terms;
  return {
    orderNo,
    lines,
    discounts,
    credit,
    shippingFee,
    total,
    payment: terms.payment,
    placedAt,
    soldAt,
    type: order.invoice?.type ?? terms.invoiceType,
    data: personal.invoice ?? null,
    paidBack: ownTaken(order) - notRefunded(order, null),
    outcome: cancelled ? 'CANCELLED' : wasNotCollected(order) ? 'NOT_COLLECTED' : 'SOLD',
  };
}

/** rows of one statement */
const BATCH = 200;

type Row = Pick<OrderRow, 'order_no' | 'state' | 'sealed' | 'keeps_invoice'> & { placed: string };

/** days from an order to its sale at most: a charge in doubt and a parcel that the carrier does not take are settled sooner */
const SOLD_WITHIN = 30;

/** The sales of these days in Taipei, both included, the earliest orders first. */
export const soldOrders = (pool: Pick<pg.Pool, 'query'>, codec: Pick<Codec, 'openSealed'>) =>
  async function* ({ from, to }: { from: string; to: string }): AsyncGenerator<SoldOrder> {
    // Text, because a Date has no microseconds.
    for (let last = { placed: '-infinity', order_no: '' }; ; ) {
      const { rows } = await pool.query<Row>(
        `select order_no, placed_at::text as placed, state, sealed, keeps_invoice from orders
         where placed_at >= ($1::date - ${SOLD_WITHIN})::timestamp at time zone 'Asia/Taipei'
           and placed_at < ($2::date + 1)::timestamp at time zone 'Asia/Taipei'
           and (placed_at, order_no) > ($3::timestamptz, $4)
         order by placed_at, order_no limit $5`,
        [from, to, last.placed, last.order_no, BATCH],
      );
      const sold = rows.filter(({ state }) => {
        const soldAt = soldAtOf(state);
        return soldAt !== undefined && dayOf(soldAt) >= from && dayOf(soldAt) <= to;
      });
      // Keys of different people are read together.
      const orders = await Promise.all(
        sold.map(async ({ keeps_invoice: hasData, state, sealed }) => ({
          ...state,
          personal: hasData ? await openedPersonal(codec, sealed) : {},
        })),
      );
      for (const order of orders) {
        const sale = soldOrder(order);
        if (sale) yield sale;
      }
      const next = rows.at(-1);
      if (!next || rows.length < BATCH) return;
      last = next;
    }
  };
