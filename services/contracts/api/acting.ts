import * as z from 'zod/mini';
import { CANCEL_REASONS, PRICE_TIERS } from '../vocabulary.ts';
import { Invoice } from './checkout.ts';
import { OrderNoText, PositionText } from './common.ts';

// What support does with an order. A part of the API of the support console (`support.ts`).

/** Why somebody does something. It is sealed with the event, or with the entry of the log. */
export const Reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(300));
/** The order's revision that the caller saw. Another newest revision answers 409 `ORDER_CHANGED`, with what changed. */
const Expected = z.int().check(z.minimum(0), z.maximum(1_000_000));
/** NT$ */
const Amount = z.int().check(z.minimum(1), z.maximum(1_000_000));
const ShortId = z.string().check(z.regex(/^[A-Z]\d{1,4}$/));

/** The shop's own codes of a parcel abroad, which has no carrier in the tables: being handled, sent, completed, not collected (decisions.md 17). */
export const ABROAD_CODES = ['300', '900', '20000', '40000'] as const;
/** `NOT_RECEIVED_BACK`: the same as the act `end-return`, which the console uses */
export const RETURN_REJECTIONS = ['OPENED_GOODS', 'TOO_LATE', 'NOT_RECEIVED_BACK', 'OTHER'] as const;

/** Pieces of lines of the order. */
const Pieces = z
  .array(z.object({ productId: z.int(), tier: z.enum(PRICE_TIERS), quantity: z.int().check(z.minimum(1), z.maximum(999)) }))
  .check(z.minLength(1), z.maxLength(100));

/** Needs the right `act`. */
const decisions = [
  z.object({ type: z.literal('approve-return') }),
  /** the buyer reads `rejection` */
  z.object({ type: z.literal('reject-return'), rejection: z.enum(RETURN_REJECTIONS) }),
  /** an approved return whose goods have not come within 14 days; what comes later is received as before */
  z.object({ type: z.literal('end-return') }),
  z.object({ type: z.literal('cancel'), cancellation: z._default(z.enum(CANCEL_REASONS), 'OTHER') }),
  /** of a parcel abroad; the buyer sees it at once. 40000 pays everything back, so it needs the right `refund` too and has the limits of a refund */
  z.object({ type: z.literal('parcel-abroad'), code: z.enum(ABROAD_CODES) }),
  /** kind and data of the invoice, by the rules of the checkout's form; the buyer sees that it was corrected */
  z.object({ type: z.literal('correct-invoice'), invoice: Invoice }),
  /** the address of the order's mails, also of those that are sent again; it gives nobody the order */
  z.object({ type: z.literal('correct-email'), email: z.string().check(z.maxLength(254)) }),
  /** a store of the carrier's chain, while the carrier cannot use the buyer's; without `storeId` the choice that has no answer is sent again */
  z.object({ type: z.literal('change-store'), storeId: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{1,6}$/))) }),
  /** other pieces for those that come back, in an order of their own with nothing due. A second person approves it the second time */
  z.object({ type: z.literal('exchange'), items: Pieces }),
  /**
   * goods of a parcel that was lost, refused by the carrier or not deliverable, in an order of their own with nothing due. A second
   * person approves it above the limits, abroad, and the second time
   */
  z.object({ type: z.literal('resend'), items: Pieces }),
] as const;
/** Needs the right `refund`. */
const payments = [
  /**
   * `keptGifts`: pieces of gifts that did not come back, by product id. Of a return that the caller approved, a second person approves it
   * above the limits
   */
  z.object({
    type: z.literal('receive-return'),
    keptGifts: z._default(z.record(z.string().check(z.regex(/^\d{1,9}$/)), z.int().check(z.minimum(0), z.maximum(999))), {}),
  }),
  /** the debt `refundId` was paid by bank transfer */
  z.object({ type: z.literal('transfer-paid'), refundId: z.string().check(z.regex(/^[A-Za-z0-9]{1,24}$/)) }),
  /** the refund `refundId`, which the card processor refuses for days, is paid by bank transfer instead; a second person approves it */
  z.object({ type: z.literal('refund-by-transfer'), refundId: z.string().check(z.regex(/^[A-Za-z0-9]{1,24}$/)) }),
  /** a part, or all, of what was paid; above the limits a second person approves it */
  z.object({ type: z.literal('goodwill'), amount: Amount }),
  /** shopping credit for the order's member; above the limits a second person approves it */
  z.object({ type: z.literal('credit'), amount: Amount }),
  /** takes back what is left of such credit */
  z.object({ type: z.literal('credit-back'), creditId: ShortId }),
] as const;
export const OrderDecision = z.discriminatedUnion('type', decisions);
export const OrderPayment = z.discriminatedUnion('type', payments);
export const OrderAct = z.discriminatedUnion('type', [...decisions, ...payments]);
export type OrderAct = z.infer<typeof OrderAct>;

const attributed = { expectedRevision: Expected, reason: Reason };
export const DecideRequest = z.object({ act: OrderDecision, ...attributed });
export const PayRequest = z.object({ act: OrderPayment, ...attributed });
export const ProposalParams = z.object({ orderNo: OrderNoText, proposalId: ShortId });
export const ProposalRequest = z.object({ verdict: z.enum(['approve', 'decline']), ...attributed });
/** The end of a proposal by who made it. */
export const WithdrawProposal = z.object(attributed);
/**
 * `done`: the order changed. `proposed`: a second person has to approve it. `refused`: the carrier refused it. `unanswered`: the
 * carrier did not answer; the same act may be sent again.
 */
export const ActAnswer = z.object({
  outcome: z.enum(['done', 'proposed', 'refused', 'unanswered']),
  revision: z.int(),
  /** for `?after=` of the work lists */
  position: PositionText,
  status: z.object({ code: z.string(), label: z.string() }),
});
export type ActAnswer = z.infer<typeof ActAnswer>;

export const PreviewRequest = z.object({ act: OrderAct });
/** What an act would do now. `closed`: why it cannot be done; null where it can. Amounts in NT$. */
export const Preview = z.object({
  closed: z.nullable(z.string()),
  effects: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  /** what the shop owes the buyer afterwards, and by which way it is paid */
  debts: z.array(z.object({ refundId: z.string(), amount: z.int(), way: z.enum(['card', 'transfer']) })),
  /** the amount may still fall by what the member spent of the order's rewards */
  awaitsRewards: z.boolean(),
  /** a second person with the right `refund` has to approve it */
  needsSecond: z.boolean(),
});
export type Preview = z.infer<typeof Preview>;
export const PreviewAnswer = z.object({ revision: z.int(), preview: Preview });
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

export const OrderNote = z.object({
  noteId: z.string(),
  at: z.string(),
  by: z.string(),
  /** null: forgotten */
  text: z.nullable(z.string()),
  withdrawn: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.nullable(z.string()) })),
});
export type OrderNote = z.infer<typeof OrderNote>;
export const RefundProposal = z.object({
  proposalId: z.string(),
  at: z.string(),
  by: z.string(),
  amount: z.int(),
  /** shopping credit, not money; pages of the release before ask for it */
  isCredit: z.boolean(),
  /** what an approval does; `amount` is its worth to the buyer */
  what: z.enum(['refund', 'credit', 'resend', 'exchange', 'not-collected', 'by-transfer', 'return']),
  reason: z.nullable(z.string()),
  /** the caller proposed it, so somebody else has to approve it */
  isOwn: z.boolean(),
  /** of an approval by the caller, now */
  preview: Preview,
});
export type RefundProposal = z.infer<typeof RefundProposal>;
/**
 * Everything that support can do with the order now. `acts`: each with the preview of its usual form.
 * `amount`: NT$ of the refund that the act names. `gifts`: those whose value a refund deducts if they do not come back. `available`: NT$ that a goodwill refund can have;
 * `creditAvailable`: NT$ that goodwill as shopping credit can have. `bounds`: where both come from, and from which amount a second person decides. `pieces`: what an exchange or a second shipment can have.
 * `holds`: those that stand. `mailDoubt`: why a mail may not tell the buyer about the order; null: no reason.
 * `ownEmail`: the numbers of linked orders, which keep their own e-mail address.
 */
export const ActsAnswer = z.object({
  orderNo: z.string(),
  revision: z.int(),
  acts: z.array(z.object({ act: OrderAct, right: z.enum(['act', 'refund']), preview: Preview, amount: z.nullable(z.int()) })),
  available: z.int(),
  creditAvailable: z.int(),
  bounds: z.object({ goodwill: z.string(), credit: z.string() }),
  gifts: z.array(z.object({ productId: z.int(), name: z.string(), quantity: z.int(), value: z.int() })),
  pieces: z.array(z.object({ productId: z.int(), tier: z.enum(PRICE_TIERS), name: z.string(), quantity: z.int() })),
  proposals: z.array(RefundProposal),
  notes: z.array(OrderNote),
  holds: z.array(z.enum(['DISPUTE', 'LEGAL_HOLD'])),
  mailDoubt: z.nullable(z.enum(['NO_ADDRESS', 'CORRECTED'])),
  ownEmail: z.array(z.string()),
});
export type ActsAnswer = z.infer<typeof ActsAnswer>;

/** Notes need no expected revision: a note contradicts nothing that somebody else did. */
export const WriteNoteRequest = z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)) });
export const NoteParams = z.object({ orderNo: OrderNoText, noteId: ShortId });
export const NoteAnswer = z.object({ noteId: z.string(), revision: z.int(), position: PositionText });
export type NoteAnswer = z.infer<typeof NoteAnswer>;

/** `no-parcel`: there is nothing to ask about */
export const CarrierAnswer = z.object({ outcome: z.enum(['news', 'same', 'no-parcel', 'no-answer']) });
export type CarrierAnswer = z.infer<typeof CarrierAnswer>;
/**
 * The mails about an order or to a member, each once, however often it was sent. `times`: how often; `at` and `state` are of the newest
 * time. `why`: why it was not sent, in words. `to`: the address of the newest time, masked; null before it is sent, and where it was not
 * kept.
 */
export const MailList = z.object({
  mails: z.array(
    z.object({
      mailId: z.string(),
      title: z.string(),
      times: z.int(),
      at: z.string(),
      state: z.enum(['due', 'sending', 'sent', 'listed', 'dropped']),
      why: z.nullable(z.string()),
      to: z.nullable(z.string()),
      closed: z.nullable(z.string()),
    }),
  ),
});
export type MailList = z.infer<typeof MailList>;
export const OrderMailParams = z.object({ orderNo: OrderNoText, mailId: z.uuid() });
export const MemberMailsParams = z.object({ code: z.string().check(z.maxLength(20)) });
export const MemberMailParams = z.object({ code: z.string().check(z.maxLength(20)), mailId: z.uuid() });
/**
 * `too-soon`: the limits of the buyer hold for support too. `unknown`: there is no such mail. `overtaken`: the mail would say what is not
 * true any more, or there is no address
 */
export const ResendAnswer = z.object({ outcome: z.enum(['planned', 'too-soon', 'unknown', 'overtaken']) });
export type ResendAnswer = z.infer<typeof ResendAnswer>;

/**
 * Who else has the order open. `page`: an id that the open page made for itself, because a person may have the order open twice;
 * pages of the release before name none. `editing`: the person has begun to fill in a form.
 */
export const PresenceRequest = z.object({
  page: z._default(z.uuid(), '00000000-0000-0000-0000-000000000000'),
  editing: z.boolean(),
  leaving: z._default(z.boolean(), false),
});
export const PresenceAnswer = z.object({
  revision: z.int(),
  others: z.array(z.object({ name: z.string(), editing: z.boolean() })),
});
export type PresenceAnswer = z.infer<typeof PresenceAnswer>;

export const WorkListText = z.string().check(z.regex(/^[a-z-]{1,40}$/));
export const WorkListParams = z.object({ list: WorkListText });
/** `item`: a number of an order, or the id of a review, an inquiry or a member for addresses */
export const WorkRowParams = z.object({ list: WorkListText, item: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,80}$/)) });
/**
 * `byHand`: rows leave the list when somebody marks them as done, not by an event. `count`: rows that support has to do something about;
 * `overdue`: of these. `waiting`: rows that wait for somebody else.
 */
export const WorkLists = z.object({
  lists: z.array(z.object({ key: z.string(), title: z.string(), byHand: z.boolean(), count: z.int(), waiting: z.int(), overdue: z.int() })),
});
export type WorkLists = z.infer<typeof WorkLists>;
/**
 * The next step. `turn`: who takes it. `until`: until when, in words, also where no date is set; `dueAt`: the date itself. Both the work
 * lists and the order's page show it in these words.
 */
const NextStep = {
  what: z.string(),
  turn: z.enum(['support', 'system', 'buyer', 'carrier', 'warehouse']),
  until: z.string(),
  dueAt: z.nullable(z.string()),
};
export type NextStep = z.infer<z.ZodMiniObject<typeof NextStep>>;
/**
 * `title`: names the item; `page`: of the console, where the work is done. `mailsOf`: the part of the API's path before `/mails`,
 * where mails of the item can be sent again
 */
export const WorkRow = z.object({
  item: z.string(),
  title: z.string(),
  page: z.string(),
  ...NextStep,
  since: z.string(),
  owner: z.nullable(z.object({ name: z.string(), isOneself: z.boolean() })),
  mailsOf: z.nullable(z.string()),
});
export type WorkRow = z.infer<typeof WorkRow>;
/** `asksReason`: a row that is done needs a reason, because the mark is an event of its order. */
export const WorkRows = z.object({ title: z.string(), byHand: z.boolean(), asksReason: z.boolean(), rows: z.array(WorkRow) });
export type WorkRows = z.infer<typeof WorkRows>;
/** What an order waits for now. `task`: the row of a work list that has it; null where no list has it. Without lines nobody has to do anything. */
export const NowAnswer = z.object({
  orderNo: z.string(),
  lines: z.array(
    z.object({
      ...NextStep,
      task: z.nullable(z.object({ list: z.string(), title: z.string(), owner: z.nullable(z.string()) })),
    }),
  ),
});
export type NowAnswer = z.infer<typeof NowAnswer>;
/** `since`: of the row, so that an item which comes back into the list is a new row. `reason`: of `done`, where the list asks for one. */
export const WorkRequest = z.object({ move: z.enum(['take', 'give-back', 'done']), since: z.iso.datetime(), reason: z.optional(Reason) });
