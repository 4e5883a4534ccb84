import type { DeliverySubtype, StoreSubtype } from '@nordhaut/contracts';

/** Subtypes a carrier takes; INTERNATIONAL parcels have none (decisions.md #17). */
export type CarrierSubtype = Exclude<DeliverySubtype, 'INTERNATIONAL'>;

/**
 * A carrier takes parcels and says where they are. Amounts are NT$ integers, instants ISO UTC. No method throws for
 * what the network or the carrier does. States come by query and by signed callback, in any order, twice, or late.
 */
export type Carrier = {
  /**
   * Hands a parcel over. Not idempotent: a `tradeNo` is used once for ever, so after `unknown` ask
   * `query({ tradeNo })` first, and after `refused` a new attempt needs a new number.
   */
  create(parcel: NewParcel): Promise<CreateOutcome>;
  query(parcel: ParcelRef): Promise<QueryOutcome>;
  /** Calls a parcel back before the sender hands it over. Idempotent: a parcel that is cancelled already is `cancelled`. */
  cancel(parcel: ShippedParcel): Promise<CancelOutcome>;
  /** The form a page posts, as a top-level navigation, to open the carrier's store map. */
  storeMapForm(request: StoreMapRequest): StoreMapForm;
  /** Whether a status callback comes from the carrier, and what it says. `fields`: decoded, otherwise verbatim. */
  verifyStatusCallback(fields: FormFields): StatusCallback;
  /** Whether a store-changed notice comes from the carrier, and what it says. */
  verifyStoreChange(fields: FormFields): StoreChangeNotice;
  /** The stores of a chain; undefined where the carrier does not tell. */
  stores(subtype: StoreSubtype): Promise<readonly CarrierStore[] | undefined>;
  close(): Promise<void>;
};

export type FormFields = readonly (readonly [name: string, value: string])[];

export type NewParcel = {
  /** 1–20 letters and digits, unique for ever */
  tradeNo: string;
  subtype: CarrierSubtype;
  /** value of the goods; 1–20,000 for stores and for cash on delivery */
  goodsAmount: number;
  /** cash to collect from the recipient; 0 for a parcel that is paid */
  collect: number;
  recipient: { name: string; phoneE164: string; email?: string };
  /** where it goes: one of the two, as the subtype demands; an empty `zip` is looked up from the address */
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
  /** for good; `text` is the carrier's, for the log */
  | { kind: 'refused'; text: string }
  /** perhaps created. `sent: false`: the carrier never heard of it, the same number may be used again */
  | { kind: 'unknown'; reason: string; sent: boolean };

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
  /** the carrier has no such call for this subtype: the parcel goes on the do-not-ship list */
  | { kind: 'not-supported' }
  /** for good, for example because the parcel was handed over; `text` is the carrier's, for the log */
  | { kind: 'refused'; text: string }
  | { kind: 'unknown'; reason: string };

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
      /** when the question was sent: the answer tells the state, not since when it holds */
      askedAt: string;
    }
  /** the carrier has no such parcel; `text` is its own */
  | { kind: 'none'; text: string }
  /** asked too often: the carrier is to be left alone, for half an hour where no `until` says how long; perhaps it was not even asked now */
  | { kind: 'throttled'; until?: Date }
  | { kind: 'unknown'; reason: string };

/** A carrier's report about a parcel, by callback or by query. */
export type ParcelReport = {
  tradeNo: string;
  logisticsId: string;
  subtype: CarrierSubtype;
  code: string;
  /** the carrier's time of the change; null where it told the state alone */
  carrierAt: string | null;
  source: 'callback' | 'poll';
};

/**
 * Why a message is not believed. The last two are signed: `wrong-merchant` is an account of the shop that is not the
 * subtype's, `foreign-code` a code of another carrier or of the shop itself.
 */
export type Refusal = 'unknown-merchant' | 'bad-signature' | 'unreadable' | 'wrong-merchant' | 'foreign-code';

export type Refused = {
  ok: false;
  reason: Refusal;
  /** what a signed report says, for the log */
  about?: { tradeNo: string; subtype: CarrierSubtype; code: string };
};

export type StatusCallback = { ok: true; report: ParcelReport } | Refused;

export type StoreChange = {
  logisticsId: string;
  /** whose store: the buyer's or the sender's */
  side: 'pickup' | 'return';
  /** the carrier's status: `01` closed, `02` number changed, `03` no sender store, `04` closed for now */
  status: string;
  storeId: string;
};
export type StoreChangeNotice = { ok: true; change: StoreChange } | Refused;

export type StoreMapRequest = {
  subtype: StoreSubtype;
  /** whether the store must take cash */
  collection: boolean;
  device: 'desktop' | 'mobile';
  /** comes back with the store; at most 20 letters and digits */
  token: string;
  /** where the carrier sends the browser back by POST; not the address of status callbacks */
  replyUrl: string;
};
export type StoreMapForm = { action: string; fields: Record<string, string> };
export type CarrierStore = { id: string; name: string; address: string };
