import { memberStream } from '@nordhaut/accounts';
import { stageOf } from '@nordhaut/logistics';
import type { OrderEvent } from '@nordhaut/ordering';
import { orderReceipt } from '@nordhaut/ordering';
import { asEvent, type DecodedEvent } from '@nordhaut/platform/envelope';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { type CouponGranted, type CreditGranted, WALLET_CATEGORY, walletOwnerOf } from '@nordhaut/promotions';

/** What a mail is about. The template of an order's confirmation also depends on its delivery. */
export const KINDS = [
  'REGISTERED',
  'CONFIRM_EMAIL',
  'RESET_PASSWORD',
  'ORDER_CREATED',
  'PARCEL_AT_STORE',
  'ORDER_CANCELLED',
  'ORDER_REFUNDED',
  'RETURN_REQUESTED',
  'RETURN_APPROVED',
  'RETURN_REJECTED',
  'GIFT_GRANTED',
  'CREDIT_GRANTED',
  'SIGN_IN_ADDED',
  'SIGN_IN_REMOVED',
  'PASSWORD_CHANGED',
  'EMAIL_CHANGED',
  'ACCOUNT_CLOSED',
  'CHECKPOINT',
] as const;
export type Kind = (typeof KINDS)[number];

/** What a mail needs beside the stream. It names no person. Amounts in NT$. */
export type MailData = {
  receipt?: string;
  at?: string;
  amount?: number;
  way?: 'card' | 'transfer';
  stray?: boolean;
  /** of a cancelled order: whether the shop held money of the buyer; missing: an earlier release */
  refundDue?: boolean;
  /** why credit was granted */
  credit?: string;
  /** end of a gift or of credit; missing where it has none of its own */
  endsAt?: string;
  /** of a link to a new password */
  requestId?: string;
  /** hex HMAC of the address that a link confirms */
  emailKey?: string;
  /** of the member's stream: the mail goes to the address that stood before this event */
  revision?: number;
  /** way to sign in */
  signIn?: string;
  /** id of the mail that this one sends again */
  of?: string;
  /** a person of support sends it again */
  byStaff?: true;
  size?: number;
  note?: string;
  to?: string;
};

export type PlannedMail = {
  id: string;
  kind: Kind;
  stream: string | null;
  data: MailData;
  /** ISO instant of the fact */
  at: string;
  /** whether the mail waits for news of the order that would make it wrong */
  waits: boolean;
};

/** One fact has one id, so it has one mail. */
export const mailIds = nameUuids('8d0f3c52-7c7b-5f0e-a1c4-2b9c6d4e7f10');

/**
 * The events of a member that ask for a link. Their streams belong to accounts; the token is made when the mail is sent
 * (decisions.md 93).
 */
export const LINK_EVENTS = {
  ConfirmationRequested: 'CONFIRM_EMAIL',
  EmailChangeRequested: 'CONFIRM_EMAIL',
  PasswordResetRequested: 'RESET_PASSWORD',
} as const;

/**
 * The events of a member that the owner of the account has to know of, because somebody else may have caused them
 * (infra/decisions/111).
 */
export const NOTICE_EVENTS = {
  SignInLinked: 'SIGN_IN_ADDED',
  SignInUnlinked: 'SIGN_IN_REMOVED',
  PasswordChanged: 'PASSWORD_CHANGED',
  EmailChanged: 'EMAIL_CHANGED',
  AccountClosed: 'ACCOUNT_CLOSED',
} as const;

/**
 * The events of a return. Who knows the number of an order and its recipient's phone number can apply for one, so the buyer has to know of
 * it (infra/decisions/125).
 */
export const RETURN_EVENTS = {
  ReturnRequested: 'RETURN_REQUESTED',
  ReturnApproved: 'RETURN_APPROVED',
  ReturnRejected: 'RETURN_REJECTED',
} as const;

/** The types of events that may cause a mail. */
export const CAUSES: readonly string[] = [
  'OrderPlaced',
  'CardPaymentAuthorised',
  'ShipmentCreated',
  'ParcelStatusReported',
  'OrderCancelled',
  'RefundIssued',
  ...Object.keys(RETURN_EVENTS),
  'MemberRegistered',
  'CouponGranted',
  'CreditGranted',
  ...Object.keys(LINK_EVENTS),
  ...Object.keys(NOTICE_EVENTS),
];

/** The mail that an event causes. Pure: the same event always has the same mail. */
export function mailOf(event: DecodedEvent): PlannedMail | undefined {
  const { stream, id, recordedAt: at, type } = event;
  if (stream.startsWith('order-')) return mailOfOrder(event);
  if (stream.startsWith(`${WALLET_CATEGORY}-`)) return mailOfWallet(event);
  if (Object.hasOwn(NOTICE_EVENTS, type)) return noticeOf(event, NOTICE_EVENTS[type as keyof typeof NOTICE_EVENTS]);
  const isRegistration = type === 'MemberRegistered';
  if (!isRegistration && !Object.hasOwn(LINK_EVENTS, type)) return undefined;
  const kind = isRegistration ? 'REGISTERED' : LINK_EVENTS[type as keyof typeof LINK_EVENTS];
  const { requestId, emailKey } = event.data;
  const data: MailData = {
    ...(typeof requestId === 'string' && { requestId }),
    ...(typeof emailKey === 'string' && { emailKey }),
  };
  return { id: mailIds(isRegistration ? `${stream}/registered` : id), kind, stream, data, at, waits: false };
}

/** A registration has its welcome, and the mail about a new password names the ways that it ended. */
function noticeOf({ stream, id, revision, recordedAt: at, data }: DecodedEvent, kind: Kind): PlannedMail | undefined {
  const { way, reason } = data;
  if (typeof way === 'string' && reason !== 'MEMBER') return undefined;
  const values: MailData = { revision, at, ...(typeof way === 'string' && { signIn: way }) };
  return { id: mailIds(id), kind, stream, data: values, at, waits: false };
}

/** What a member gets on a page, by registering or by typing a code, the page tells. */
const TOLD_BY_PAGE: ReadonlySet<string> = new Set(['REGISTERED', 'INVITED', 'CODE']);

export const creditMailId = (wallet: string, grantId: string): string => mailIds(`${wallet}/credit/${grantId}`);

/** `copyId` and `grantId` name the cause, so one cause has one mail. */
function mailOfWallet({ stream, recordedAt: at, type, data }: DecodedEvent): PlannedMail | undefined {
  const event = { type, data } as CouponGranted | CreditGranted;
  const mail = (kind: Kind, id: string, values: MailData): PlannedMail => ({
    id,
    kind,
    stream: memberStream(walletOwnerOf(stream)),
    data: values,
    at,
    waits: false,
  });
  if (event.type === 'CreditGranted') {
    const { grantId, kind, amount, endsAt } = event.data;
    return mail('CREDIT_GRANTED', creditMailId(stream, grantId), { credit: kind, amount, endsAt });
  }
  const { copyId, cause, endsAt } = event.data;
  if (TOLD_BY_PAGE.has(cause.kind)) return undefined;
  return mail('GIFT_GRANTED', mailIds(`${stream}/gift/${copyId}`), endsAt === null ? {} : { endsAt });
}

function mailOfOrder(decoded: DecodedEvent): PlannedMail | undefined {
  const { stream, recordedAt: at, revision, metadata } = decoded;
  const event = asEvent<OrderEvent>(decoded);
  const receipt = orderReceipt(stream.slice('order-'.length), { revision, hash: metadata.hash });
  const mail = (kind: Kind, name: string, data: MailData = {}, waits = false): PlannedMail => ({
    id: mailIds(`${stream}/${name}`),
    kind,
    stream,
    data: { receipt, ...data },
    at,
    waits,
  });
  switch (event.type) {
    case 'OrderPlaced':
      // No card is charged for an order without a total, such as a linked one, and a parcel abroad is not created.
      return event.data.payment === 'COD' || event.data.total === 0 ? mail('ORDER_CREATED', 'created', {}, true) : undefined;
    case 'CardPaymentAuthorised':
      return mail('ORDER_CREATED', 'created', {}, true);
    case 'ShipmentCreated':
      return mail('ORDER_CREATED', 'created');
    case 'ParcelStatusReported': {
      const { current, subtype, code, logisticsId } = event.data;
      if (!current || stageOf(subtype, code) !== 'at-store') return undefined;
      return mail('PARCEL_AT_STORE', `at-store/${logisticsId}`, { at: event.data.at });
    }
    case 'OrderCancelled':
      return mail('ORDER_CANCELLED', 'cancelled', { refundDue: event.data.refundDue });
    case 'RefundIssued': {
      const { refundId, amount, way, strayTradeId } = event.data;
      return mail('ORDER_REFUNDED', `refunded/${refundId}`, { amount, way, stray: strayTradeId !== null });
    }
    // An order has one return. It is refused once, at the review or when its goods are back, or ended without its goods.
    case 'ReturnRequested':
    case 'ReturnApproved':
    case 'ReturnRejected':
      return mail(RETURN_EVENTS[event.type], event.type);
    default:
      return undefined;
  }
}
