import {
  type ChosenStore,
  ChosenStoreAnswer,
  choiceIsConsistent,
  DELIVERY_TYPES,
  INVOICE_TYPES,
  PAYMENT_TYPES,
  STORE_SUBTYPES,
  chooseDelivery,
  choosePayment,
  type DeliveryType,
  type PaymentType,
  type StoreSubtype,
} from '@nordhaut/contracts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { type ApiResult, call } from '../../lib/api.ts';
import { InvoiceFields } from './invoice.ts';
import type { SeenPrice } from './pay-amount.ts';
import { carriedOver, EMPTY_SHIPPING, ShippingFields } from './shipping-form.ts';

/** What survives the store map and a reload, in this tab alone; gone after an order (spec/3-purchase-flow §4). */
const Kept = z.object({
  payment: z.enum(PAYMENT_TYPES),
  delivery: z.enum(DELIVERY_TYPES),
  chain: z.enum(STORE_SUBTYPES),
  fields: ShippingFields,
  invoice: InvoiceFields,
  /** the price the buyer last saw, and what for */
  seen: z.optional(z.object({ of: z.string(), price: z.int() })),
  /** an order that was sent and whose outcome nobody told this page; the next try uses its number again */
  unknownOrder: z.optional(z.string()),
  /** a card order that waits at the bank */
  atBank: z.optional(z.object({ orderNo: z.string(), paymentUrl: z.string() })),
  /** the last checkout of this tab ended in an order, and no other one was begun: its steps are empty for good reason */
  finished: z.optional(z.boolean()),
});
type Kept = z.infer<typeof Kept>;

type Session = Kept & {
  /** what came back from the store map; the server keeps it */
  store: ChosenStore | undefined;
};

const fresh = (): Session => ({
  payment: PAYMENT_TYPES[0],
  delivery: DELIVERY_TYPES[0],
  chain: STORE_SUBTYPES[0],
  fields: EMPTY_SHIPPING,
  invoice: { type: INVOICE_TYPES[0], uniformNumber: '', companyTitle: '', mobileBarcode: '' },
  seen: undefined,
  unknownOrder: undefined,
  atBank: undefined,
  finished: undefined,
  store: undefined,
});

export const useSession = create<Session>()(
  persist(fresh, {
    name: 'checkout',
    version: 1,
    skipHydration: true,
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ store: _, ...kept }) => kept,
    // What an older version of the page kept, or somebody typed into the storage, is not believed.
    merge: (stored, current) => {
      const kept = z.safeParse(Kept, stored);
      return kept.success && choiceIsConsistent(kept.data.payment, kept.data.delivery) ? { ...current, ...kept.data } : current;
    },
  }),
);

/** Reads what was kept; before the first look at the session in a page's life. */
export const restoreSession = async (): Promise<void> => useSession.persist.rehydrate();

export function setPayment(payment: PaymentType): void {
  const { delivery, store } = useSession.getState();
  take(choosePayment({ payment: useSession.getState().payment, delivery, store }, payment));
}

export function setDelivery(delivery: DeliveryType): void {
  const { payment, store } = useSession.getState();
  take(chooseDelivery({ payment, delivery: useSession.getState().delivery, store }, delivery));
}

/** Another chain has other stores. */
export function setChain(chain: StoreSubtype): void {
  const { store } = useSession.getState();
  useSession.setState({ chain, store: store?.LogisticsSubType === chain ? store : undefined });
}

function take({ payment, delivery, store }: { payment: PaymentType; delivery: DeliveryType; store: ChosenStore | undefined }): void {
  const { store: had, delivery: before, fields } = useSession.getState();
  useSession.setState({ payment, delivery, store, fields: carriedOver(fields, before, delivery) });
  if (had && !store) void forgetStore();
}

/** Somebody goes on from the cart: what ended before is no reason for anything any more. */
export const beginCheckout = (): void => void useSession.setState({ finished: undefined });

export const setFields = (fields: ShippingFields): void => void useSession.setState({ fields });
export const setInvoice = (invoice: InvoiceFields): void => void useSession.setState({ invoice });
export const setSeen = (seen: SeenPrice): void => void useSession.setState({ seen });

/** Asks for the store that came back from the map. `back`: the buyer just came from there, so store pickup it is. */
export async function readStore(back: boolean): Promise<void> {
  const result = await call(ChosenStoreAnswer, '/api/chosen-store');
  if (!result.ok) return;
  const { store } = result.data;
  const { delivery, fields } = useSession.getState();
  if (store && (back || delivery === 'CVS'))
    useSession.setState({
      payment: 'CREDIT',
      delivery: 'CVS',
      chain: store.LogisticsSubType,
      store,
      fields: carriedOver(fields, delivery, 'CVS'),
    });
  else useSession.setState({ store: undefined });
}

const forgetStore = (): Promise<ApiResult<z.infer<typeof ChosenStoreAnswer>>> =>
  call(ChosenStoreAnswer, '/api/chosen-store', { method: 'DELETE' });

/** After an order: nothing of it stays in the browser but that there was one. */
export function clearSession(): void {
  const { store, delivery } = useSession.getState();
  useSession.setState({ ...fresh(), finished: true });
  // The store itself is not kept over the way to the bank and back; the server's memory of it is.
  if (store || delivery === 'CVS') void forgetStore();
}
