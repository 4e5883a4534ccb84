import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import type { OrderEvent, OrderStore } from './order-events.ts';
import type { Order } from './order-state.ts';
import { needsOtherStore } from './pickup-store.ts';
import { noted } from './return.decide.ts';

/** `store`: missing where the choice that has no answer is sent again. `note`: why support chose it. */
export type StoreCommand =
  | { type: 'ChooseStore'; at: string; store?: OrderStore | undefined; note: string }
  /** the carrier's answer about the store that was chosen */
  | { type: 'RecordStoreChange'; at: string; storeId: string; outcome: 'changed' | 'refused' };
type Command<Type extends StoreCommand['type']> = Extract<StoreCommand, { type: Type }>;

/**
 * Recorded before the carrier is asked. While a choice has no answer, only the same store can be chosen again: another one could
 * reach the carrier first, and the order would name the wrong store.
 */
export function chooseStore({ at, store: named, note }: Command<'ChooseStore'>, order: Order): Decision<OrderEvent> {
  const { contact } = order.personal;
  if (order.forgotten?.contact || !contact) return reject(409, 'BUYER_FORGOTTEN', messages.contactForgotten);
  const open = order.storeChange?.state === 'OPEN' ? contact.nextStore : undefined;
  if (open && named && named.id !== open.id) return reject(409, 'STORE_CHANGE_OPEN', messages.storeChangeOpen);
  const store = open ?? named;
  if (!store || (!open && !needsOtherStore(order))) {
    const isSolved = order.storeChange !== undefined || (order.storeProblems ?? []).some(({ side }) => side === 'pickup');
    return reject(409, 'STORE_CHANGE_NOT_NEEDED', isSolved ? messages.storeProblemSolved : messages.storeChangeNotNeeded);
  }
  if (contact.store?.id === store.id) return reject(409, 'STORE_SAME', messages.storeSame);
  const personal = { contact: { store }, ...noted(order, note).personal };
  return accept<OrderEvent>({ type: 'PickupStoreChosen', data: { at }, subject: order.subject, personal });
}

export function recordStoreChange({ at, storeId, outcome }: Command<'RecordStoreChange'>, order: Order): Decision<OrderEvent> {
  const store = order.personal.contact?.nextStore;
  if (order.storeChange?.state !== 'OPEN' || store?.id !== storeId) return accept<OrderEvent>();
  if (outcome === 'refused') return accept<OrderEvent>({ type: 'PickupStoreRefused', data: { at } });
  return accept<OrderEvent>({ type: 'PickupStoreChanged', data: { at }, subject: order.subject, personal: { contact: { store } } });
}
