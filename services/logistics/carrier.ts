import { DELIVERY_SUBTYPES, type DeliverySubtype, type StoreSubtype } from '@nordhaut/contracts';

/** Subtypes with a carrier. INTERNATIONAL parcels have none (decisions.md 17). */
export type CarrierSubtype = Exclude<DeliverySubtype, 'INTERNATIONAL'>;
export const CARRIER_SUBTYPES: readonly CarrierSubtype[] = DELIVERY_SUBTYPES.filter((subtype) => subtype !== 'INTERNATIONAL');

/**
 * A carrier takes parcels and reports their states. Amounts are NT$ integers, instants ISO UTC. A failure of the network
 * or the carrier is a value, not an exception. States come by query and by signed callback, in any order, twice, or late.
 */
export type Carrier = {
  /**
   * Creates a parcel. Not idempotent, because the carrier accepts a `tradeNo` only once: after `unknown`, call
   * `query({ tradeNo })` first; after `refused`, use a new number.
   */
  create(parcel: NewParcel): Promise<CreateOutcome>;
  query(parcel: ParcelRef): Promise<QueryOutcome>;
  /** Cancels a parcel before the sender hands it over. Idempotent: a parcel that is already cancelled is `cancelled`. */
  cancel(parcel: ShippedParcel): Promise<CancelOutcome>;
  /** Sends a parcel to another store of its chain. Idempotent for the same store. */
  changeStore(parcel: ShippedParcel, storeId: string): Promise<StoreChangeOutcome>;
  /** The form that a page posts, as a top-level navigation, to open the carrier's store map. */
  storeMapForm(request: StoreMapRequest): StoreMapForm;
  /** Verifies a status callback and reads it. `fields`: decoded, otherwise verbatim */
  verifyStatusCallback(fields: FormFields): StatusCallback;
  /** Verifies a store-change notice and reads it. */
  verifyStoreChange(fields: FormFields): StoreChangeNotice;
  /** The stores of a chain; undefined where the list is not available. */
  stores(subtype: StoreSubtype): Promise<readonly CarrierStore[] | undefined>;
  close(): Promise<void>;
};

export type FormFields = readonly (readonly [name: string, value: string])[];

export type NewParcel = {
  /** 1–20 letters and digits, never reused */
  tradeNo: string;
  subtype: CarrierSubtype;
  /** value of the goods; 1–20,000 for stores and for cash on delivery */
  goodsAmount: number;
  /** cash to collect from the recipient; 0 for a parcel that is paid */
  collect: number;
  recipient: { name: string; phoneE164: string; email?: string };
  /** the form that the subtype needs; an empty `zip` is derived from the address */
  destination: { storeId: string } | { zip: string; address: string };
};

export type CreateOutcome =
  | {
      kind: 'created';
      tradeNo: string;
      /** the carrier's own number */
      logisticsId: string;
      code: string;
      /** home delivery: tracking number, empty for stores */
      bookingNote: string;
      /** stores: shipping number, empty for home */
      cvsPaymentNo: string;
      cvsValidationNo: string;
      updatedAt: string;
    }
  /** final; `text`: the carrier's own, for the log */
  | { kind: 'refused'; text: string }
  /**
   * perhaps created. `sent: false`: nothing was sent, so the same number can be used again. `used`: the carrier says that the
   * number was used before, and knows no parcel with it
   */
  | { kind: 'unknown'; reason: string; sent: boolean; used?: true };

export type ParcelRef = { subtype: CarrierSubtype; tradeNo: string };

/** A parcel as the carrier recorded it. */
export type ShippedParcel = {
  tradeNo: string;
  logisticsId: string;
  subtype: CarrierSubtype;
  /** stores: shipping number and its code; empty for home delivery */
  cvsPaymentNo: string;
  cvsValidationNo: string;
};

export type CancelOutcome =
  | { kind: 'cancelled' }
  /** the carrier has no call to cancel for this subtype, so the parcel goes on the do-not-ship list */
  | { kind: 'not-supported' }
  /** final, for example because the parcel was handed over; `text`: the carrier's own, for the log */
  | { kind: 'refused'; text: string }
  | { kind: 'unknown'; reason: string };

/** `refused`: final; `text`: the carrier's own, for the log */
export type StoreChangeOutcome = { kind: 'changed' } | { kind: 'refused'; text: string } | { kind: 'unknown'; reason: string };

/** NT$ that the carrier has to collect from the recipient, and that it has paid out to the shop. */
export type ParcelCash = { collects: number; paidOut: number };

export type QueryOutcome =
  | {
      kind: 'status';
      tradeNo: string;
      logisticsId: string;
      subtype: CarrierSubtype;
      code: string;
      bookingNote: string;
      cvsPaymentNo: string;
      cvsValidationNo: string;
      /** when the query was sent; the answer has no time of the state's change */
      askedAt: string;
      /** undefined where the answer states no amounts */
      cash?: ParcelCash | undefined;
    }
  /** the carrier has no such parcel; `text`: the carrier's own */
  | { kind: 'none'; text: string }
  /** too many requests: send none before `until`, or for half an hour; perhaps this query was not sent */
  | { kind: 'throttled'; until?: Date }
  | { kind: 'unknown'; reason: string };

/** A carrier's report about a parcel, by callback or by query. */
export type ParcelReport = {
  tradeNo: string;
  logisticsId: string;
  subtype: CarrierSubtype;
  code: string;
  /** the carrier's time of the change; null in an answer to a query */
  carrierAt: string | null;
  /** `poll`: the answer to a query, of the poller or of a page */
  source: 'callback' | 'poll';
};

/** The outcome of a report. `unchanged`: it had no new state. `unknown-parcel`: no order has a parcel with these numbers. */
export type ReportOutcome = 'recorded' | 'unchanged' | 'unknown-parcel';

/**
 * Why a message was refused. The last two have a valid signature: `wrong-merchant` comes from the account of another
 * subtype, `foreign-code` has a code of another carrier or of the shop itself.
 */
export type Refusal = 'unknown-merchant' | 'bad-signature' | 'unreadable' | 'wrong-merchant' | 'foreign-code';

export type Refused = {
  ok: false;
  reason: Refusal;
  /** the content of a signed report, for the log */
  about?: { tradeNo: string; subtype: CarrierSubtype; code: string };
};

export type StatusCallback = { ok: true; report: ParcelReport } | Refused;

export type StoreChange = {
  logisticsId: string;
  /** the buyer's store or the sender's store */
  side: 'pickup' | 'return';
  /** the carrier's status: `01` closed, `02` number changed, `03` no sender store, `04` closed for now */
  status: string;
  storeId: string;
};
export type StoreChangeNotice = { ok: true; change: StoreChange } | Refused;

export type StoreMapRequest = {
  subtype: StoreSubtype;
  /** whether the stores on the map must take cash */
  collection: boolean;
  device: 'desktop' | 'mobile';
  /** returned with the store; at most 20 letters and digits */
  token: string;
  /** the address to which the map posts the browser back */
  replyUrl: string;
};
export type StoreMapForm = { action: string; fields: Record<string, string> };
export type CarrierStore = { id: string; name: string; address: string };
