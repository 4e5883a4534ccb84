import { dayOf } from '@nordhaut/contracts';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { rowProjection } from '@nordhaut/platform/projections';
import type pg from 'pg';
import type { OrderEvent } from '../order-events.ts';
import { ORDER_CATEGORY } from '../stream.ts';

/** What happened on one day in Taipei, by the times that the events state. Amounts in NT$. */
export type DayFigures = {
  /** `2026-11-25` */
  day: string;
  orders: number;
  /** the totals of the orders of that day, also of those whose payment failed and of those that were cancelled later */
  ordered: number;
  cancelled: number;
  /** charged to cards, second charges included */
  charged: number;
  payment_failures: number;
  refunds: number;
  refunded: number;
  returns: number;
};
type Row = { [Column in keyof DayFigures]: Column extends 'day' ? string : bigint };
type Amounts = Partial<Record<Exclude<keyof DayFigures, 'day'>, number>>;

const COLUMNS = ['orders', 'ordered', 'cancelled', 'charged', 'payment_failures', 'refunds', 'refunded', 'returns'] as const;
const TYPES: readonly OrderEvent['type'][] = [
  'OrderPlaced',
  'OrderCancelled',
  'CardPaymentAuthorised',
  'StrayChargeFound',
  'CardPaymentFailed',
  'RefundIssued',
  'ReturnRequested',
];

/** What an event adds to the figures of its day. */
function addedBy(event: OrderEvent): Amounts {
  switch (event.type) {
    case 'OrderPlaced':
      return { orders: 1, ordered: event.data.total };
    case 'OrderCancelled':
      return { cancelled: 1 };
    case 'CardPaymentAuthorised':
    case 'StrayChargeFound':
      return { charged: event.data.amount };
    case 'CardPaymentFailed':
      return { payment_failures: 1 };
    case 'RefundIssued':
      return { refunds: 1, refunded: event.data.amount };
    case 'ReturnRequested':
      return { returns: 1 };
    default:
      return {};
  }
}

const dayOfEvent = ({ data }: Pick<DecodedEvent<OrderEvent>, 'data'>): string => dayOf(data.at);

/** The figures of each day on which something happened. */
export const orderDaysProjection = rowProjection<Row, OrderEvent>({
  name: 'order_days',
  version: 1,
  filter: { categories: [ORDER_CATEGORY], types: TYPES },
  personal: false,
  relaxed: true,
  key: 'day',
  createTable: (table) => `create table ${table} (day text primary key, ${COLUMNS.map((name) => `${name} bigint not null`).join(', ')})`,
  keyOf: dayOfEvent,
  apply(row, event) {
    const added = addedBy(event);
    const figures = COLUMNS.map((name) => [name, (row?.[name] ?? 0n) + BigInt(added[name] ?? 0)]);
    return { day: dayOfEvent(event), ...Object.fromEntries(figures) } as Row;
  },
});

const numbersIn = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, name === 'day' ? value : Number(value)]));

/** Money that the shop owes now, by the day since when it owes it. */
export type OwedDay = { day: string; orders: number; amount: number };

/** Figures for the console, from the read models. */
export const orderFigures = (pool: Pick<pg.Pool, 'query'>) => ({
  /** The days from `from` to `to` on which something happened, in order. */
  async days({ from, to }: { from: string; to: string }): Promise<DayFigures[]> {
    const { rows } = await pool.query(`select day, ${COLUMNS.join(', ')} from order_days where day between $1 and $2 order by day`, [
      from,
      to,
    ]);
    return rows.map((row) => numbersIn(row) as DayFigures);
  },
  async owed(): Promise<OwedDay[]> {
    const { rows } = await pool.query(
      `select (owed_since at time zone 'Asia/Taipei')::date::text as day, count(*) as orders, sum(owed) as amount
       from orders where owed > 0 group by 1 order by 1`,
    );
    return rows.map((row) => numbersIn(row) as OwedDay);
  },
});
export type OrderFigures = ReturnType<typeof orderFigures>;
