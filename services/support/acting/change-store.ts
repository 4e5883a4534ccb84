import type { ActAnswer, OrderAct } from '@nordhaut/contracts/support';
import type { Carrier, StoreDirectory } from '@nordhaut/logistics';
import { expectingDecider, type Order, orderDecider, orderStream, type OrderStore } from '@nordhaut/ordering';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import { orThrow, refuse } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { messages } from '../messages.ts';
import type { Attributed } from './commands.ts';

const answerId = nameUuids('0b8d1f3e-6a52-5c0f-9c7e-2d4a8f61b093');

export type StoreChangeDeps = {
  commands: Commands;
  carrier: Pick<Carrier, 'changeStore'>;
  directory: StoreDirectory;
  clock: () => Date;
};
export type StoreChanged = { order: Order; revision: number; position: bigint; outcome: ActAnswer['outcome'] };

/**
 * Sends a parcel to another store. The choice is recorded, then the carrier is asked, then its answer is recorded. The carrier's
 * call may be repeated with the same store; after a crash or without an answer somebody sends the same choice again, and the
 * order stays in the work list until then.
 */
export function storeChange({ commands, carrier, directory, clock }: StoreChangeDeps) {
  async function storeOf(order: Order, storeId: string): Promise<OrderStore> {
    const { subtype } = order.terms.delivery;
    if (subtype !== 'UNIMARTC2C' && subtype !== 'FAMIC2C') return refuse(409, 'STORE_CHANGE_NOT_NEEDED', messages.noStore);
    const found = await directory.validateStore(storeId, subtype);
    if (found.kind === 'unknown-store') return refuse(409, 'STORE_UNKNOWN', messages.storeUnknown);
    return found.kind === 'known' ? found.store : { id: storeId, name: '', address: '' };
  }

  async function load(orderNo: string) {
    const { state, revision, position } = await commands.load(orderStream(orderNo), orderDecider);
    return { order: state, revision, position };
  }

  return async (
    orderNo: string,
    before: Order,
    { storeId }: Extract<OrderAct, { type: 'change-store' }>,
    { expectedRevision: expected, reason: note }: Attributed,
    context: CommandContext,
  ): Promise<StoreChanged> => {
    const store = storeId === undefined ? undefined : await storeOf(before, storeId);
    const command = { type: 'ChooseStore', at: clock().toISOString(), store, note } as const;
    const chosen = orThrow(await commands.handle(orderStream(orderNo), expectingDecider, { expected, command }, context));
    // The outcome of a repeated request has the state of its first time. The parcel may go to a third store meanwhile.
    const { order, revision, position } = chosen.replayed ? await load(orderNo) : { ...chosen, order: chosen.state.order };
    if (!order?.shipment) throw new Error(`order ${orderNo} has no parcel`);
    const { subtype } = order.terms.delivery;
    if (subtype === 'INTERNATIONAL') throw new Error(`order ${orderNo} has no carrier`);
    const next = order.personal.contact?.nextStore;
    // A repeat of a request whose answer was recorded.
    if (order.storeChange?.state !== 'OPEN' || !next)
      return { order, revision, position, outcome: order.storeChange?.state === 'REFUSED' ? 'refused' : 'done' };
    const answered = await carrier.changeStore({ ...order.shipment, subtype }, next.id);
    if (answered.kind === 'unknown') return { order, revision, position, outcome: 'unanswered' };
    const outcome = answered.kind === 'changed' ? 'changed' : 'refused';
    const recorded = orThrow(
      await commands.handle(
        orderStream(orderNo),
        orderDecider,
        { type: 'RecordStoreChange', at: clock().toISOString(), storeId: next.id, outcome },
        { ...context, commandId: answerId(`${context.commandId}/answer`) },
      ),
    );
    const { revision: last, position: lastPosition } = recorded;
    return { order: recorded.state ?? order, revision: last, position: lastPosition, outcome: outcome === 'changed' ? 'done' : 'refused' };
  };
}
