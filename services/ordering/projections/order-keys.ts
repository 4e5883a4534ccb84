import { type HashOf, type Projection, rowProjection } from '@nordhaut/platform/projections';
import type { ContactEmailCorrected, OrderContact, OrderEvent, OrderPersonal, PickupStoreChosen, ReturnPersonal } from '../order-events.ts';
import { emailValues, HASHED, personalValues, phoneEndValues, storeValues } from '../search-keys.ts';
import { ORDER_CATEGORY, orderNoOf } from '../stream.ts';

/** What support finds an order by: numbers of carrier and bank, the member, and keyed hashes of phone, e-mail, name and pickup store. */
export type OrderKeysRow = { order_no: string; keys: string[] };

const TYPES: readonly OrderEvent['type'][] = [
  'OrderPlaced',
  'CardPaymentStarted',
  'CardPaymentAuthorised',
  'ShipmentCreated',
  'PickupStoreChosen',
  'ReturnRequested',
  'ContactEmailCorrected',
  'StrayChargeFound',
  'OrderAdopted',
  'PersonalDataForgotten',
];

const withoutKey: HashOf = () => {
  throw new Error('order_keys needs the key of the searched values');
};

const keyed = (hashOf: HashOf): Projection =>
  rowProjection<OrderKeysRow, OrderEvent>({
    name: 'order_keys',
    version: 4,
    filter: { categories: [ORDER_CATEGORY], types: TYPES },
    personal: true,
    relaxed: true,
    key: 'order_no',
    // In the order of the bytes, so that a beginning of a number is a range.
    createTable: (table) => `
      create table ${table} (order_no text collate "C" primary key, keys text[] not null);
      create index on ${table} using gin (keys)`,
    keyOf: ({ stream }) => orderNoOf(stream),
    apply(row, event) {
      const { order_no, keys } = row ?? { order_no: orderNoOf(event.stream), keys: [] };
      if (event.type === 'PersonalDataForgotten')
        return event.data.purposes.includes('contact') ? { order_no, keys: keys.filter((key) => !key.startsWith(HASHED)) } : row;
      const added = keysOf(event, (value) => HASHED + hashOf(value));
      return { order_no, keys: [...new Set([...keys, ...added])] };
    },
  });

function keysOf(event: OrderEvent, hashed: (value: string) => string): string[] {
  switch (event.type) {
    case 'OrderPlaced': {
      const { contact } = (event.personal ?? {}) as Partial<OrderPersonal>;
      const person = contact ? [...personalValues(contact.recipient), ...pickupOf(contact)].map(hashed) : [];
      return event.data.memberId === null ? person : [...person, event.data.memberId];
    }
    case 'CardPaymentStarted':
    case 'CardPaymentAuthorised':
    case 'StrayChargeFound':
      return [event.data.bankTransactionId, event.data.recTradeId].filter((key) => key !== '');
    case 'ShipmentCreated': {
      const { tradeNo, logisticsId, bookingNote, cvsPaymentNo } = event.data;
      return [tradeNo, logisticsId, bookingNote, cvsPaymentNo].filter((key) => key !== '');
    }
    case 'PickupStoreChosen': {
      // Until the carrier has answered, and afterwards, the buyer may name either store.
      const { contact } = (event.personal ?? {}) as Partial<NonNullable<PickupStoreChosen['personal']>>;
      return contact ? storeValues(contact.store).map(hashed) : [];
    }
    case 'ReturnRequested': {
      const { contact } = (event.personal ?? {}) as Partial<ReturnPersonal>;
      if (!contact) return [];
      const { name, phone } = contact.sender;
      return personalValues({ firstName: name, lastName: '', phoneE164: phone, email: '' }).map(hashed);
    }
    case 'ContactEmailCorrected': {
      // The buyer may name either address: the wrong one is in the mails that a stranger got.
      const { contact } = (event.personal ?? {}) as Partial<NonNullable<ContactEmailCorrected['personal']>>;
      return contact ? emailValues(contact.email).map(hashed) : [];
    }
    case 'OrderAdopted':
      return [event.data.memberId];
    default:
      return [];
  }
}

const pickupOf = ({ recipient, store }: OrderContact): string[] =>
  store ? [...phoneEndValues(recipient.phoneE164), ...storeValues(store)] : [];

export const orderKeysProjection: Projection = { ...keyed(withoutKey), withKey: keyed };
