import {
  type ChosenStore,
  ChosenStoreAnswer,
  choiceIsConsistent,
  DELIVERY_TYPES,
  INVOICE_TYPES,
  PAYMENT_TYPES,
  STORE_SUBTYPES,
} from '@nordhaut/contracts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { call } from '../../lib/api.ts';
import { CHECKOUT_STORAGE, isMarkedSignedIn } from '../../lib/stores/member.ts';
import { isTypedByUnknown, onTyped, stored, typedBelongsToNobody } from '../../lib/typed-texts.ts';
import { type ChosenCoupon, EMPTY_SHIPPING, InvoiceFields, SeenPrice, ShippingFields } from './fields.ts';
import { keepCoupons, keptCoupons } from './kept-coupons.ts';

/** The part that survives the store map and a reload, in this tab only; an order deletes it (spec/3-purchase-flow §4). */
const Stored = z.object({
  payment: z.enum(PAYMENT_TYPES),
  delivery: z.enum(DELIVERY_TYPES),
  chain: z.enum(STORE_SUBTYPES),
  fields: ShippingFields,
  invoice: InvoiceFields,
  /** shopping credit to use, NT$; the server uses less where less is due or left */
  credit: z._default(z.int(), 0),
  /** the last price that the buyer saw */
  seen: z.optional(SeenPrice),
  /** number of an order that was sent and got no answer; the next attempt uses the same number */
  unknownOrder: z.optional(z.string()),
  /** a card order that waits for the bank */
  atBank: z.optional(z.object({ orderNo: z.string(), paymentUrl: z.string() })),
  /** a member wants the address kept in the profile */
  remember: z.optional(z.boolean()),
  /** false: a guest wants no account with the order */
  register: z.optional(z.boolean()),
  /** the last checkout of this tab ended in an order and no other checkout has begun, so an empty cart is no error */
  finished: z.optional(z.boolean()),
});

type Session = z.infer<typeof Stored> & {
  /** the store chosen on the map; stored on the server only */
  store: ChosenStore | undefined;
  /** stored beside the cart, for all tabs (kept-coupons.ts) */
  coupons: readonly ChosenCoupon[];
};

const fresh = (): Session => ({
  payment: PAYMENT_TYPES[0],
  delivery: DELIVERY_TYPES[0],
  chain: STORE_SUBTYPES[0],
  fields: EMPTY_SHIPPING,
  invoice: { type: INVOICE_TYPES[0], uniformNumber: '', companyTitle: '', mobileBarcode: '' },
  coupons: [],
  credit: 0,
  seen: undefined,
  unknownOrder: undefined,
  atBank: undefined,
  remember: undefined,
  register: undefined,
  finished: undefined,
  store: undefined,
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
    partialize: ({ store: _, coupons: __, ...stored }) => stored,
    // The storage may hold data of an older version of the page, or edited data. Invalid data is ignored.
    merge: (stored, current) => {
      const read = z.safeParse(Stored, stored);
      return read.success && choiceIsConsistent(read.data.payment, read.data.delivery) ? { ...current, ...read.data } : current;
    },
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

/** Deletes the store chosen on the map, which the server holds. */
export const forgetStore = (): void => void call(ChosenStoreAnswer, '/api/chosen-store', { method: 'DELETE' });

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

onTyped((change) => {
  if (change === 'forgotten') clearSession();
  else takeCoupons();
});
