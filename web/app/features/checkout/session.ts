import { type ChosenStore, type ChosenStoreAnswer, DELIVERY_TYPES, PAYMENT_TYPES, STORE_SUBTYPES } from '@nordhaut/contracts';
import type { output } from 'zod/mini';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { call } from '../../lib/api.ts';
import { CHECKOUT_STORAGE, isMarkedSignedIn } from '../../lib/stores/member.ts';
import { isTypedByUnknown, onTyped, stored, typedBelongsToNobody } from '../../lib/typed-texts.ts';
import { withFields } from '../../lib/with-fields.ts';
import { type ChosenCoupon, EMPTY_INVOICE, EMPTY_SHIPPING } from './fields.ts';
import { keepCoupons, keptCoupons } from './kept-coupons.ts';
import { readStored, type Stored } from './stored.ts';

type Session = Stored & {
  /** the store chosen on the map; stored on the server only */
  store: ChosenStore | undefined;
  /** why the page could not read the chosen store, for the buyer; not stored */
  storeUnread: string | undefined;
  /** stored beside the cart, for all tabs (kept-coupons.ts) */
  coupons: readonly ChosenCoupon[];
};

const fresh = (): Session => ({
  payment: PAYMENT_TYPES[0],
  delivery: DELIVERY_TYPES[0],
  chain: STORE_SUBTYPES[0],
  fields: EMPTY_SHIPPING,
  invoice: EMPTY_INVOICE,
  coupons: [],
  credit: 0,
  seen: undefined,
  agreed: undefined,
  unknownOrder: undefined,
  atBank: undefined,
  remember: undefined,
  register: undefined,
  finished: undefined,
  store: undefined,
  storeUnread: undefined,
});

export const useSession = create<Session>()(
  persist(fresh, {
    name: CHECKOUT_STORAGE,
    version: 1,
    skipHydration: true,
    storage: createJSONStorage(() => ({
      getItem: (name) => stored((storage) => storage.getItem(name)) ?? null,
      setItem: (name, value) => stored((storage) => storage.setItem(name, value)),
      removeItem: (name) => stored((storage) => storage.removeItem(name)),
    })),
    partialize: ({ store: _, storeUnread: __, coupons: ___, ...stored }) => stored,
    merge: (stored, current) => ({ ...current, ...readStored(stored) }),
  }),
);

/** Reads the stored part. Call it before the first use of the session on a page. */
export async function restoreSession(): Promise<void> {
  // The page may have been left by another account.
  if (isTypedByUnknown()) {
    if (isMarkedSignedIn()) await import('../account/session.ts').then(({ assignTyped }) => assignTyped()).catch(() => undefined);
    else typedBelongsToNobody();
  }
  await useSession.persist.rehydrate();
  takeCoupons();
}

/** The buyer continues from the cart: a new checkout begins. */
export const beginCheckout = (): void => void useSession.setState({ finished: undefined });

/** The store chosen on the map, which the server holds. */
export const chosenStore = (method: 'GET' | 'DELETE' = 'GET') =>
  call(withFields<output<typeof ChosenStoreAnswer>>('store'), '/api/chosen-store', { method });
export const forgetStore = (): void => void chosenStore('DELETE');

/** Deletes all data of a checkout that ended in an order. */
export function clearSession(): void {
  const { store, delivery } = useSession.getState();
  useSession.setState({ ...fresh(), finished: true });
  // `store` is empty after the return from the bank's page, but the server may still hold the store.
  if (store || delivery === 'CVS') forgetStore();
}

/** Reads the coupons that were used with this cart; those of this page come first. */
function takeCoupons(): void {
  const { coupons } = useSession.getState();
  if (coupons.length > 0) return keepCoupons(coupons);
  const kept = keptCoupons();
  if (kept.length > 0) useSession.setState({ coupons: kept });
}

useSession.subscribe(({ coupons }, before) => {
  if (coupons !== before.coupons) keepCoupons(coupons);
});

type Typed = Pick<Session, 'payment' | 'delivery' | 'chain' | 'fields' | 'invoice'>;
/** What a member had typed when the session ended by itself. It is in memory only, because the computer may be shared. */
let ended: { of: string | undefined; typed: Typed } | undefined;

onTyped((change, of) => {
  const { payment, delivery, chain, fields, invoice } = useSession.getState();
  if (change === 'known') {
    // What a guest typed since then is newer.
    if (ended?.of === of && JSON.stringify(fields) === JSON.stringify(EMPTY_SHIPPING)) useSession.setState({ ...ended?.typed });
    ended = undefined;
    return takeCoupons();
  }
  ended = change === 'ended' ? { of, typed: { payment, delivery, chain, fields, invoice } } : undefined;
  clearSession();
});
