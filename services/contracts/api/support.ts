import * as z from 'zod/mini';
import { DELIVERY_SUBTYPES, PARCEL_STAGES } from '../vocabulary.ts';
import { Reason } from './acting.ts';
import { DisplayStatus } from './checkout.ts';
import { OrderNoText } from './common.ts';
import { OrderView, TimelineEntry } from './orders.ts';

export * from './acting.ts';
export * from './answers.ts';
export * from './desk.ts';
export * from './evidence.ts';
export * from './member-acts.ts';
export * from './moderation.ts';
export * from './persons.ts';
export type { ErrorLogCode } from './error-log.ts';
export { meantEmail } from '../rules/email-spelling.ts';
export { formatMoney } from '../rules/money.ts';
export { bareEmail, isEmail } from '../rules/recipient.ts';
export { shortened } from '../rules/shortened.ts';
export { shownTime, TAIPEI_MS } from '../rules/taipei.ts';

// The API of the support console. The shop's pages do not load this file, so it is no part of the index.

/** `view`: orders, masked. `reveal`: personal data. `act`: decisions about an order, and texts. `refund`: money. `administer`: the staff, coupons, prices and mails. */
export const RIGHTS = ['view', 'reveal', 'act', 'refund', 'administer'] as const;
export type Right = (typeof RIGHTS)[number];
const Rights = z.array(z.enum(RIGHTS)).check(z.minLength(1), z.maxLength(RIGHTS.length));

const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,64}$/));
/** A message of the browser's WebAuthn API as JSON; the library checks its content. */
const Ceremony = z.record(z.string(), z.unknown());

export const InvitationRequest = z.object({ token: Token });
export const InvitationAnswer = z.object({ name: z.string(), anew: z.boolean() });
export const CeremonyAnswer = z.object({ challengeId: z.string(), options: Ceremony });
export const CeremonyRequest = z.object({ challengeId: Token, response: Ceremony });
export const JoinByPasskey = z.extend(CeremonyRequest, { token: Token });
/** `secret`: base 32, for a reader that cannot open the address `uri` */
export const AuthenticatorAnswer = z.object({ challengeId: z.string(), secret: z.string(), uri: z.string() });
export const JoinByAuthenticator = z.object({ token: Token, challengeId: Token, code: z.string().check(z.regex(/^\d{6}$/)) });
/** Shown once. `accountNo`: what a sign-in by code begins with. */
export const JoinedAnswer = z.object({ accountNo: z.string(), recoveryCodes: z.array(z.string()) });
export type JoinedAnswer = z.infer<typeof JoinedAnswer>;
/** `code`: six digits of the authenticator, or a recovery code */
export const CodeSignIn = z.object({
  accountNo: z.string().check(z.trim(), z.minLength(4), z.maxLength(30)),
  code: z.string().check(z.trim(), z.minLength(6), z.maxLength(30)),
});
export const Me = z.object({ staffId: z.string(), name: z.string(), rights: z.array(z.enum(RIGHTS)), recoveryCodesLeft: z.int() });
export type Me = z.infer<typeof Me>;

export const StaffParams = z.object({ staffId: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) });
export const StaffMember = z.object({
  staffId: z.string(),
  name: z.string(),
  rights: z.array(z.enum(RIGHTS)),
  state: z.enum(['invited', 'active', 'left']),
  factors: z.array(z.enum(['passkey', 'authenticator'])),
});
export type StaffMember = z.infer<typeof StaffMember>;
export const StaffList = z.object({ staff: z.array(StaffMember) });
export type StaffList = z.infer<typeof StaffList>;
/** What became of an account, oldest first. `rights`: those from then on; null where the event changes none. */
export const StaffHistory = z.object({
  events: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      what: z.string(),
      rights: z.nullable(z.array(z.enum(RIGHTS))),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type StaffHistory = z.infer<typeof StaffHistory>;
export const InviteStaffRequest = z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)), rights: Rights });
/** `link`: works once, for 24 hours */
export const InviteStaffAnswer = z.object({ staffId: z.string(), link: z.string() });
export const ReasonRequest = z.object({ reason: Reason });
export const ChangeRightsRequest = z.object({ rights: Rights, reason: Reason });
export const Done = z.object({ ok: z.literal(true) });

/** `code`: the member's invite code, as typed */
export const MutedParams = z.object({ code: z.string().check(z.maxLength(20)) });
export const MuteRequest = z.object({
  productId: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
  muted: z.boolean(),
  reason: Reason,
});
/** `nameZh`: empty for a product that the catalogue does not have any more */
export const MutedAnswer = z.object({ products: z.array(z.object({ productId: z.int(), nameZh: z.string() })) });
export type MutedAnswer = z.infer<typeof MutedAnswer>;

export const SupportOrderParams = z.object({ orderNo: OrderNoText });
/** `revision`: its digits. An empty text is refused; as a number it would be the first revision. */
export const StateQuery = z.object({ revision: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number))) });
export const ExportQuery = z.object({ format: z._default(z.enum(['ndjson', 'csv']), 'ndjson') });

/**
 * `at`: the time that counts: of the act, or the one that the carrier named, which is `carrierAt` too. `actor`: who did it; what a process of
 * the shop did for a person is the system's. `isTechnical`: a step that answers no question of a buyer. `requestId`: of the request that began what led to the event; null where a
 * process of the shop began it. `sealed`: what of the event only the revealed data shows, in a word. `traceId`: of the trace in
 * which it was recorded. Times are ISO instants.
 */
export const HistoryEvent = z.object({
  id: z.string(),
  stream: z.string(),
  revision: z.int(),
  position: z.string(),
  type: z.string(),
  sentence: z.string(),
  sealed: z.optional(z.string()),
  actor: z.object({ kind: z.string(), name: z.string() }),
  cause: z.nullable(z.object({ id: z.string(), sentence: z.nullable(z.string()) })),
  at: z.string(),
  recordedAt: z.string(),
  isTechnical: z.boolean(),
  carrierAt: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  traceId: z.nullable(z.string()),
  changes: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  raw: z.object({ data: z.record(z.string(), z.unknown()), metadata: z.record(z.string(), z.unknown()) }),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;
/** A line of a group: an event, or equal reports of a carrier that follow each other (`count` of them, the first one shown). */
export const HistoryLine = z.object({ event: HistoryEvent, count: z.int(), lastAt: z.string(), more: z.array(HistoryEvent) });
export type HistoryLine = z.infer<typeof HistoryLine>;
export const HistoryGroup = z.object({
  key: z.string(),
  title: z.string(),
  outcome: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  lines: z.array(HistoryLine),
});
export type HistoryGroup = z.infer<typeof HistoryGroup>;
/**
 * A request that led to events of the order. `keyHash`: what is kept of its `Idempotency-Key`, which names its command; null
 * where it had none, or nothing of it is kept any more. `answerUntil`: until when a repeat gets the same answer; null: the answer
 * is not kept. `attempts`: what became of the requests with the key that were not the only one: `same`, the
 * answer of an earlier one; `again`, it ran again and got the first outcome; `busy`, an earlier one still ran; `failed`, 5xx; `unanswered`,
 * the request itself, of which no answer was kept when it was repeated. `status`: of the HTTP answer; null where it was not kept. The
 * request itself is among them where it failed too.
 */
export const HistoryRequest = z.object({
  id: z.string(),
  keyHash: z.nullable(z.string()),
  answerUntil: z.nullable(z.string()),
  attempts: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      traceId: z.nullable(z.string()),
      outcome: z.enum(['same', 'again', 'busy', 'failed', 'unanswered']),
      status: z.nullable(z.int()),
    }),
  ),
});
export type HistoryRequest = z.infer<typeof HistoryRequest>;
/**
 * What answers most calls, with why and by whom. `sealed`: what of the line only the revealed data shows, in a word, and the names of its
 * fields there. `member`: the invite code, which leads to the member's page.
 */
const SummaryLine = z.object({
  label: z.string(),
  value: z.string(),
  sealed: z.optional(z.object({ what: z.string(), fields: z.array(z.string()) })),
  member: z.optional(z.string()),
});
export type SummaryLine = z.infer<typeof SummaryLine>;
export const HistoryAnswer = z.object({
  orderNo: z.string(),
  /** `note`: what the specification's label does not say */
  status: z.object({ code: z.string(), label: z.string(), note: z.nullable(z.string()) }),
  summary: z.object({ money: z.array(SummaryLine), parcel: z.array(SummaryLine) }),
  revision: z.int(),
  /** since when a poison event of the order waits, and the events behind it; the groups end before it */
  heldSince: z.nullable(z.string()),
  groups: z.array(HistoryGroup),
  requests: z.array(HistoryRequest),
  /** address of a trace for people, with `{traceId}` in it; null where no setting names one */
  traceUrl: z.nullable(z.string()),
});
export type HistoryAnswer = z.infer<typeof HistoryAnswer>;

/**
 * Poison events: a reader holds back the rest of each stream. `waiting`: later events of the stream; `payload`: the shape of
 * the data without its texts, null where the store has no such event. `stopped`: readers that cannot continue at all.
 */
export const PoisonAnswer = z.object({
  held: z.array(
    z.object({
      kind: z.enum(['read-model', 'consumer']),
      reader: z.string(),
      stream: z.string(),
      eventId: z.string(),
      type: z.string(),
      since: z.string(),
      code: z.enum(['NOT_JSON', 'SEAL_BROKEN', 'VALUE_REFUSED', 'FOLD_FAILED', 'OTHER']),
      revision: z.nullable(z.int()),
      waiting: z.int(),
      payload: z.nullable(z.string()),
    }),
  ),
  stopped: z.array(z.object({ kind: z.enum(['read-model', 'consumer']), reader: z.string() })),
});
export type PoisonAnswer = z.infer<typeof PoisonAnswer>;

/** The order after the event `revision`. `fields`: for reading. `state`: as folded, without personal data. */
export const StateAnswer = z.object({
  orderNo: z.string(),
  revision: z.int(),
  at: z.string(),
  status: z.object({ code: z.string(), label: z.string() }),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  state: z.record(z.string(), z.unknown()),
});
export type StateAnswer = z.infer<typeof StateAnswer>;
/**
 * What the buyer saw after the event `revision`, until the next event (`until`; null: now). `page`: the look-up's view without
 * proof, made from the events up to then by the running release. `decided`: the release that recorded the event; null: not
 * recorded. `storeChange`: how the buyer was told of a store that the carrier changed; null where it changed none. `mails`: sent until
 * `until`. `to`: masked. `reports`: of the provider, in words. `kept`: whether the content was kept; revealing shows its text.
 */
export const SeenAnswer = z.object({
  orderNo: z.string(),
  revision: z.int(),
  at: z.string(),
  until: z.nullable(z.string()),
  page: z.object({ order: OrderView, displayStatus: DisplayStatus, timeline: z.array(TimelineEntry) }),
  release: z.object({ decided: z.nullable(z.string()), running: z.string() }),
  storeChange: z.nullable(z.string()),
  mails: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      sentAt: z.string(),
      subject: z.nullable(z.string()),
      to: z.nullable(z.string()),
      reports: z.array(z.string()),
      kept: z.boolean(),
    }),
  ),
});
export type SeenAnswer = z.infer<typeof SeenAnswer>;
export const RevealRequest = z.object({ reason: Reason });
/**
 * `events`: what each event of the history seals, by its id. `mails`: of the buyer, as text; missing are those whose content was not kept
 */
export const RevealAnswer = z.object({
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  events: z.array(z.object({ id: z.string(), text: z.string() })),
  mails: z.array(z.object({ id: z.string(), text: z.string() })),
});
export type RevealAnswer = z.infer<typeof RevealAnswer>;
/** `covered`: events of the order that the newest signed checkpoint covers */
export const VerifyAnswer = z.object({
  ok: z.boolean(),
  events: z.int(),
  fault: z.nullable(z.object({ revision: z.int(), reason: z.string() })),
  checkpoint: z.nullable(z.object({ size: z.int(), writtenAt: z.string(), covered: z.int() })),
});
export type VerifyAnswer = z.infer<typeof VerifyAnswer>;

const Amount = z.int().check(z.minimum(0), z.maximum(10_000_000));
/** The database has no year 0. */
const SearchedDay = z.iso.date().check(z.refine((day) => !day.startsWith('0000')));
/**
 * `q`: number or its beginning, phone, e-mail, receiver, member, carrier's or bank's number. `pickup`: the store's number or
 * name and the last three digits of the phone. Dates are days in Taipei. Amounts are NT$ of the order, both ends included.
 */
export const SearchRequest = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(120)), ''),
  filters: z._default(
    z.object({
      status: z.optional(z.string().check(z.maxLength(40))),
      payment: z.optional(z.enum(['CREDIT', 'COD', 'SHOPPING_CREDIT'])),
      from: z.optional(SearchedDay),
      to: z.optional(SearchedDay),
      parcel: z.optional(z.enum(PARCEL_STAGES)),
      amountFrom: z.optional(Amount),
      amountTo: z.optional(Amount),
    }),
    {},
  ),
  pickup: z.optional(
    z.object({ store: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)), phoneEnd: z.string().check(z.regex(/^\d{3}$/)) }),
  ),
  cursor: z.optional(z.string().check(z.maxLength(120))),
});
export type SearchRequest = z.infer<typeof SearchRequest>;
/** `linked`: the order sends goods of another one again, with nothing due */
export const FoundOrders = z.object({
  orders: z.array(
    z.object({
      orderNo: z.string(),
      placedAt: z.string(),
      status: z.object({ code: z.string(), label: z.string() }),
      payment: z.string(),
      linked: z.nullable(z.enum(['EXCHANGE', 'RESEND'])),
      total: z.int(),
      owed: z.int(),
      touchedAt: z.string(),
    }),
  ),
  cursor: z.nullable(z.string()),
});
export type FoundOrders = z.infer<typeof FoundOrders>;

/** What companies asked for at `/corporate-gifts`, newest first, without the person. `at`: ISO instant; `until`: the day on which it is deleted. */
export const Inquiry = z.object({
  inquiryId: z.string(),
  at: z.string(),
  until: z.string(),
  company: z.string(),
  quantity: z.int(),
});
export type Inquiry = z.infer<typeof Inquiry>;
export const InquiryParams = z.object({ inquiryId: z.uuid() });
/** Who asked, and the free text, which may name people. */
export const InquiryRevealed = z.object({ person: z.string(), contact: z.string(), wish: z.string() });
export type InquiryRevealed = z.infer<typeof InquiryRevealed>;
/** `id`: this one alone; `after`: what was sent before this one, for the next page. */
export const InquiriesQuery = z.object({ id: z.optional(z.uuid()), after: z.optional(z.uuid()) });
/** The newest first. `more`: there are earlier ones. */
export const InquiriesAnswer = z.object({ inquiries: z.array(Inquiry), more: z.boolean() });
export type InquiriesAnswer = z.infer<typeof InquiriesAnswer>;

/** Days in Taipei, both included. */
export const InsightQuery = z.object({ from: z.iso.date(), to: z.iso.date() });
/** Days in Taipei on which the orders were placed, both included. */
export const InvoicesQuery = z.strictObject({ from: z.iso.date(), to: z.iso.date() });
/** Amounts in NT$. `ordered`: totals of the orders of that day. `charged`: to cards. `owed`: what the shop owes now, since that day. */
export const InsightDay = z.object({
  day: z.string(),
  orders: z.int(),
  ordered: z.int(),
  cancelled: z.int(),
  charged: z.int(),
  paymentFailures: z.int(),
  refunds: z.int(),
  refunded: z.int(),
  returns: z.int(),
  owed: z.int(),
});
export type InsightDay = z.infer<typeof InsightDay>;
/** `days`: each day of the range. `owed`: what the shop owes now, by the day since when. `credit`: of all members, as of the instant `at`. */
export const InsightAnswer = z.object({
  days: z.array(InsightDay),
  owed: z.array(z.object({ day: z.string(), orders: z.int(), amount: z.int() })),
  credit: z.object({ available: z.int(), reserved: z.int(), at: z.string() }),
});
export type InsightAnswer = z.infer<typeof InsightAnswer>;

/** `contents`: of a set, one piece of each, as the catalogue has it now. */
const PackedItem = z.object({ productId: z.int(), name: z.string(), quantity: z.int(), contents: z.array(z.string()) });
/**
 * A parcel that the carrier has not got yet. `readyAt`: since when it is ready; of one on hold: since when it is held. `sendBy`: the last
 * day, in Taipei. `carrierNo`: by which the carrier prints the label; '' abroad. `logisticsId`: the carrier's own number; '' abroad.
 * `toCollect`: NT$. `hold`: what has to be settled first; null: nothing. `packed`: somebody marked it.
 */
export const ParcelToSend = z.object({
  orderNo: z.string(),
  placedAt: z.string(),
  readyAt: z.string(),
  sendBy: z.string(),
  overdue: z.boolean(),
  subtype: z.enum(DELIVERY_SUBTYPES),
  carrierNo: z.string(),
  logisticsId: z.string(),
  toCollect: z.int(),
  items: z.array(PackedItem),
  gifts: z.array(PackedItem),
  hold: z.nullable(z.string()),
  packed: z.boolean(),
});
export type ParcelToSend = z.infer<typeof ParcelToSend>;
/** The parcels of one carrier alone. */
export const ParcelsQuery = z.strictObject({ carrier: z.optional(z.enum(DELIVERY_SUBTYPES)) });
/** The oldest orders first. `more`: there are more than this answer has. */
export const ParcelsToSend = z.object({ parcels: z.array(ParcelToSend), more: z.boolean() });
export type ParcelsToSend = z.infer<typeof ParcelsToSend>;
/** Parcels that somebody has packed, or has not. `readyAt`: as the list has it. */
export const PackedRequest = z.strictObject({
  packed: z.boolean(),
  parcels: z.array(z.strictObject({ orderNo: OrderNoText, readyAt: z.iso.datetime() })).check(z.minLength(1), z.maxLength(500)),
});
export type PackedRequest = z.infer<typeof PackedRequest>;

/** A table of the data API that the caller's rights let them write, for the console's table page. */
export const DataTableDescription = z.object({
  name: z.string(),
  key: z.string(),
  verbs: z.array(z.enum(['set', 'update', 'delete'])),
  columns: z.array(
    z.object({ name: z.string(), type: z.enum(['integer', 'text', 'boolean', 'time', 'day', 'json']), isWritable: z.boolean() }),
  ),
  /** the columns by which rows may be ordered */
  orders: z.array(z.string()),
  /** whether an update names the version of its row */
  hasVersion: z.boolean(),
});
export type DataTableDescription = z.infer<typeof DataTableDescription>;
/** `table`, `key`, `staffId`: changes of these alone; `before`: those before the entry with this id. */
export const DataChangesQuery = z.strictObject({
  table: z.optional(z.string().check(z.maxLength(64))),
  key: z.optional(z.string().check(z.maxLength(200))),
  staffId: z.optional(z.string().check(z.maxLength(64))),
  before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
});
/** A write of the staff through the data API. `changes`: what differs, as text; null where the row had or has no such value */
export const DataChange = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  staffId: z.string(),
  verb: z.enum(['set', 'update', 'delete']),
  table: z.string(),
  key: z.string(),
  changes: z.array(z.object({ column: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});
export type DataChange = z.infer<typeof DataChange>;
/** The newest first. `tables`: those that staff may write; `more`: there are earlier ones */
export const DataChangesAnswer = z.object({ entries: z.array(DataChange), tables: z.array(z.string()), more: z.boolean() });
export type DataChangesAnswer = z.infer<typeof DataChangesAnswer>;
export const DataTablesAnswer = z.object({ tables: z.array(DataTableDescription) });
export type DataTablesAnswer = z.infer<typeof DataTablesAnswer>;
