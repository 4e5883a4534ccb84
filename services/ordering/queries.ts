import type { DeliverySubtype } from '@nordhaut/contracts';
import { DEFAULT_CODE } from '@nordhaut/logistics';
import type pg from 'pg';
import type { Codec, Commands } from '@nordhaut/platform/envelope';
import { type BuyerData, withPersonal } from './buyer-data.ts';
import { orderDecider } from './order.decide.ts';
import type { Order } from './order.ts';
import type { OrderRow } from './projections/orders.ts';
import { orderNoOfShipment } from './shipment-number.ts';
import { orderStream } from './stream.ts';

/** `hash`: chain hash of the event `revision`; undefined if the row was written by an earlier release. */
export type FoundOrder = { order: Order; personal: BuyerData; revision: number; position: bigint; hash: string | undefined };

export type OrderQueries = {
  /**
   * Reads the read model, and the order's stream where the read model does not have the order yet. So a buyer always
   * finds a new order.
   * @param after position of the caller's own command. The query waits a bounded time until the read model has it.
   */
  find(orderNo: string, after?: string): Promise<FoundOrder | undefined>;
  /** Whether the read model has the order. */
  has(orderNo: string): Promise<boolean>;
  /** Reads both with the same calls, whether the order exists or not. */
  findEvenly(orderNo: string): Promise<FoundOrder | undefined>;
  /** The parcel with this number at the carrier, or the parcel of the order with this number. */
  parcelOf(number: string): Promise<{ tradeNo: string; subtype: DeliverySubtype; code: string } | undefined>;
};

/** ms that a reader waits for its own write */
const WAIT_MS = 3_000;

type Row = Pick<OrderRow, 'revision' | 'position' | 'state' | 'sealed'>;

/** The personal data of a row, without what was forgotten. */
export async function openedPersonal(codec: Pick<Codec, 'openSealed'>, sealed: Row['sealed']): Promise<BuyerData> {
  const opened = await codec.openSealed(sealed);
  return sealed.reduce<BuyerData>((before, { type }, index) => withPersonal(before, { type, personal: opened[index] }), {});
}

export function orderQueries(
  pool: pg.Pool,
  commands: Pick<Commands, 'load'>,
  codec: Pick<Codec, 'openSealed'>,
  waitFor: (projection: string, position: bigint, timeoutMs: number) => Promise<boolean>,
): OrderQueries {
  async function load(orderNo: string): Promise<FoundOrder | undefined> {
    const { state: order, revision, position, hash } = await commands.load(orderStream(orderNo), orderDecider);
    return order ? { order, personal: order.personal, revision, position, hash } : undefined;
  }
  async function fromReadModel(orderNo: string): Promise<FoundOrder | undefined> {
    const { rows } = await pool.query<Row>({
      name: 'find-order',
      text: 'select revision, position, state, sealed from orders where order_no = $1',
      values: [orderNo],
    });
    const row = rows[0];
    if (!row) return undefined;
    const personal = await personalOf(row);
    const { hash, ...state } = row.state;
    return { order: { ...state, personal }, personal, revision: row.revision, position: row.position, hash };
  }
  async function personalOf({ state: { terms }, sealed }: Row): Promise<BuyerData> {
    const personal = await openedPersonal(codec, sealed);
    const { contact } = personal;
    if (terms.delivery.type !== 'CVS' || !contact || contact.store) return personal;
    // An order of an earlier release: its store is an open field of its event, and no read model copies it.
    const placed = await load(terms.orderNo).catch(() => undefined);
    return { ...personal, contact: { ...contact, store: placed?.personal.contact?.store ?? null } };
  }
  return {
    async find(orderNo, after) {
      const isThere = after === undefined || (await waitFor('orders', BigInt(after), WAIT_MS));
      return (isThere ? await fromReadModel(orderNo) : undefined) ?? load(orderNo);
    },
    async has(orderNo) {
      const { rowCount } = await pool.query({ name: 'has-order', text: 'select from orders where order_no = $1', values: [orderNo] });
      return rowCount !== 0;
    },
    async findEvenly(orderNo) {
      // A stream with a poison event cannot be loaded. The read model has the state before that event.
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
