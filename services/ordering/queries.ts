import type { DeliverySubtype } from '@nordhaut/contracts';
import { DEFAULT_CODE } from '@nordhaut/logistics';
import type pg from 'pg';
import type { Commands } from '@nordhaut/platform/envelope';
import { orderDecider } from './order.decide.ts';
import type { BuyerData } from './order-events.ts';
import type { Order } from './order.ts';
import { orderNoOfShipment } from './shipment-number.ts';
import { orderStream } from './stream.ts';

export type FoundOrder = { order: Order; personal: BuyerData | undefined; revision: number; position: bigint };

export type OrderQueries = {
  /**
   * From the read model; where that is behind, from the order's own stream, so that a buyer who just ordered always
   * finds the order. An order that does not exist costs both.
   * @param after position of the caller's own command; waits a bounded time for the read model to pass it
   */
  find(orderNo: string, after?: string): Promise<FoundOrder | undefined>;
  /** From both, with the same calls whether the order exists or not. */
  findEvenly(orderNo: string): Promise<FoundOrder | undefined>;
  /** The parcel with this number at the carrier, or of the order with this number; undefined: there is none. */
  parcelOf(number: string): Promise<{ tradeNo: string; subtype: DeliverySubtype; code: string } | undefined>;
};

/** ms a reader waits for its own write to appear */
const WAIT_MS = 3_000;

type Row = { revision: number; position: bigint; state: Omit<Order, 'personal'>; personal: BuyerData | null };

export function orderQueries(
  pool: pg.Pool,
  commands: Pick<Commands, 'load'>,
  waitFor: (projection: string, position: bigint, timeoutMs: number) => Promise<boolean>,
): OrderQueries {
  async function load(orderNo: string): Promise<FoundOrder | undefined> {
    const { state: order, revision, position } = await commands.load(orderStream(orderNo), orderDecider);
    return order ? { order, personal: order.personal, revision, position } : undefined;
  }
  async function fromReadModel(orderNo: string): Promise<FoundOrder | undefined> {
    const { rows } = await pool.query<Row>({
      name: 'find-order',
      text: 'select revision, position, state, personal from orders where order_no = $1',
      values: [orderNo],
    });
    const row = rows[0];
    if (!row) return undefined;
    const personal = row.personal ?? undefined;
    return { order: { ...row.state, personal }, personal, revision: row.revision, position: row.position };
  }
  return {
    async find(orderNo, after) {
      const isThere = after === undefined || (await waitFor('orders', BigInt(after), WAIT_MS));
      return (isThere ? await fromReadModel(orderNo) : undefined) ?? load(orderNo);
    },
    async findEvenly(orderNo) {
      // A stream with a poison event cannot be loaded; the read model still has what was folded before it.
      const [row, loaded] = await Promise.all([fromReadModel(orderNo), load(orderNo).catch(() => undefined)]);
      return row ?? loaded;
    },
    async parcelOf(number) {
      const order = (await load(orderNoOfShipment(number)))?.order;
      const tradeNo = order?.shipment?.tradeNo;
      if (!order || tradeNo === undefined || (number !== tradeNo && number !== order.terms.orderNo)) return undefined;
      return { tradeNo, subtype: order.terms.delivery.subtype, code: order.parcel?.code ?? DEFAULT_CODE };
    },
  };
}
