import type { PersonalData } from '@nordhaut/platform/decider';
import type {
  ContactEmailCorrected,
  InvoiceCorrected,
  OrderContact,
  OrderStore,
  OrderInvoice,
  OrderPersonal,
  ReturnPersonal,
  ReturnSender,
  ReturnSupport,
  StoreProblemReported,
} from './order-events.ts';

/**
 * All personal data of an order, by purpose. A purpose is missing after it was forgotten, and where the buyer gave nothing.
 * `returnSender`: who sends the goods back, if not the recipient. `problemStores`: the store of each reported problem, in
 * the order of `Order.storeProblems`; empty where the event names none. `nextStore`: chosen, and the carrier has not answered.
 * `formerStore`: the store before the last change. `formerEmails`: the addresses before each correction, oldest first.
 */
export type BuyerData = {
  contact?: OrderContact & {
    returnSender?: ReturnSender;
    problemStores?: string[];
    nextStore?: OrderStore;
    formerStore?: OrderStore;
    formerEmails?: readonly string[];
  };
  invoice?: OrderInvoice;
  support?: ReturnSupport;
};

/** The events whose personal data the order's pages show. */
const SHOWN: ReadonlySet<string> = new Set([
  'OrderPlaced',
  'ReturnRequested',
  'StoreProblemReported',
  'PickupStoreChanged',
  'InvoiceCorrected',
  'ContactEmailCorrected',
]);
export const isShown = ({ type }: { type: string }): boolean => SHOWN.has(type);

/** The personal data after an event, whose own `personal` lacks what was forgotten. */
export function withPersonal(before: BuyerData, { type, personal }: { type: string; personal?: PersonalData | undefined }): BuyerData {
  switch (type) {
    case 'OrderPlaced':
      return { ...(personal as Partial<OrderPersonal> | undefined) };
    case 'ReturnRequested': {
      const { contact, support } = (personal ?? {}) as Partial<ReturnPersonal>;
      return {
        ...before,
        ...(before.contact && contact && { contact: { ...before.contact, returnSender: contact.sender } }),
        ...(support && { support }),
      };
    }
    case 'StoreProblemReported': {
      const { contact } = (personal ?? {}) as NonNullable<StoreProblemReported['personal']>;
      if (!before.contact) return before;
      const problemStores = [...(before.contact.problemStores ?? []), contact?.storeId ?? ''];
      return { ...before, contact: { ...before.contact, problemStores } };
    }
    case 'PickupStoreChosen':
    case 'PickupStoreChanged':
    case 'PickupStoreRefused': {
      const { contact } = (personal ?? {}) as { contact?: { store: OrderStore } };
      if (!before.contact) return before;
      const { nextStore: _, ...known } = before.contact;
      if (!contact) return { ...before, contact: known };
      const former = known.store ? { formerStore: known.store } : {};
      const chosen = type === 'PickupStoreChosen' ? { nextStore: contact.store } : { store: contact.store, ...former };
      return { ...before, contact: { ...known, ...chosen } };
    }
    case 'InvoiceCorrected': {
      const { invoice } = (personal ?? {}) as Partial<NonNullable<InvoiceCorrected['personal']>>;
      return invoice ? { ...before, invoice } : before;
    }
    case 'ContactEmailCorrected': {
      const { contact } = (personal ?? {}) as Partial<NonNullable<ContactEmailCorrected['personal']>>;
      if (!before.contact || !contact) return before;
      const { recipient, formerEmails = [] } = before.contact;
      const corrected = { ...recipient, email: contact.email };
      return { ...before, contact: { ...before.contact, recipient: corrected, formerEmails: [...formerEmails, recipient.email] } };
    }
    default:
      return before;
  }
}
