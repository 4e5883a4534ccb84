import { type Member, memberDecider, memberIdOf, memberStream, memberSubject } from '@nordhaut/accounts';
import { formatMoney } from '@nordhaut/contracts';
import { stageOf } from '@nordhaut/logistics';
import { isStanding, openReturn, type Order, orderDecider, orderNoOf, orderStream } from '@nordhaut/ordering';
import { isPassing } from '@nordhaut/platform/database';
import type { Commands } from '@nordhaut/platform/envelope';
import { walletDecider, walletStream } from '@nordhaut/promotions';
import type pg from 'pg';
import { creditMailId, type MailData, type NOTICE_EVENTS } from './causes.ts';
import { creditReasons, messages, waysToSignIn } from './messages.ts';
import { orderValues, taipeiDate, taipeiMinute, withoutLinks } from './order-values.ts';
import { type MailRow, maybeSent, type Reason } from './outbox.ts';
import type { Budget } from './share.ts';
import type { Sender, Values } from './template.ts';
import type { TemplateId } from './templates.ts';

/**
 * The links in mails. A token is made when its mail is sent, and only its hash is kept (decisions.md 93). Undefined: the
 * link is not needed any more, for example because the address is confirmed or a newer request replaced this one.
 */
export type MemberTokens = {
  /** @param emailKey of the address to confirm; the answer has the address, to which alone the token may go */
  makeConfirmToken(memberId: string, emailKey: string): Promise<{ token: string; email: string } | undefined>;
  makeResetToken(requestId: string): Promise<string | undefined>;
};

export type Draft =
  | {
      kind: 'letter';
      to: { name: string; address: string };
      /** the person whose key seals the copy */
      subject: string;
      template: TemplateId;
      values: Values;
      /** values that the kept copy must not have */
      secrets: readonly string[];
      /** which mails of a day of its recipient it counts among; missing: those that anybody can cause */
      budget?: Budget;
    }
  | { kind: 'drop'; reason: Reason };

export type LetterDeps = {
  commands: Pick<Commands, 'load'>;
  pool: Pick<pg.Pool, 'query'>;
  clock: () => Date;
  tokens: Partial<MemberTokens>;
  sender: Sender;
};

const drop = (reason: Reason): Draft => ({ kind: 'drop', reason });

/** What a mail says, from the state of its order or member now. News that have been overtaken are dropped. */
export async function draftOf(deps: LetterDeps, row: MailRow): Promise<Draft> {
  if (row.kind === 'CHECKPOINT') return checkpointLetter(row.data, deps.sender);
  const stream = row.stream ?? '';
  return stream.startsWith('order-')
    ? orderLetter(deps, row, orderNoOf(stream))
    : memberLetter(deps, row, memberIdOf(stream as ReturnType<typeof memberStream>));
}

/** An order that was adopted by its address may be a stranger's, so only who placed it counts. */
async function budgetOf({ commands }: Pick<LetterDeps, 'commands'>, order: Order, address: string): Promise<Budget> {
  const { terms, payment, handedOverAt } = order;
  // Credit goes back with a cancellation, so it costs a stranger nothing. Goods that are sent again were paid in another order.
  const isPaid = payment.paid > 0 || terms.linked !== undefined || handedOverAt !== null;
  const paid = isPaid ? 'paid' : 'anybody';
  if (terms.memberId === null) return paid;
  try {
    const { state: member } = await commands.load(memberStream(terms.memberId), memberDecider);
    return member?.emailConfirmed && member.contact?.email.toLowerCase() === address.toLowerCase() ? 'own' : paid;
  } catch (error) {
    // A member whose history cannot be read must not stop the mails of the order.
    if (isPassing(error)) throw error;
    return paid;
  }
}

/** The order that mails of this stream are about; undefined for other mails. */
export async function orderOfMails({ commands }: Pick<LetterDeps, 'commands'>, stream: string | null) {
  return stream?.startsWith('order-') ? (await commands.load(orderStream(orderNoOf(stream)), orderDecider)).state : undefined;
}

/**
 * The address of an order's mails now; undefined for other mails, and where there is none. It is read when a mail is sent, so a mail that
 * was planned before support corrected the address goes to the corrected one. A mail that was handed over is not called back.
 */
export const addressNow = async (deps: Pick<LetterDeps, 'commands'>, { stream }: Pick<MailRow, 'stream'>): Promise<string | undefined> =>
  (await orderOfMails(deps, stream))?.personal.contact?.recipient.email;

/** When support last corrected the address of an order's mails; undefined where it did not, and for other mails. */
export async function addressCorrectedAt(deps: Pick<LetterDeps, 'commands'>, stream: string): Promise<Date | undefined> {
  const at = (await orderOfMails(deps, stream))?.emailCorrectedAt;
  return at === undefined ? undefined : new Date(at);
}

async function orderLetter({ commands, pool, sender }: LetterDeps, { kind, data }: MailRow, orderNo: string): Promise<Draft> {
  const { state: order } = await commands.load(orderStream(orderNo), orderDecider);
  if (!order) throw new Error('the order of a mail does not exist');
  const recipient = order.personal.contact?.recipient;
  if (!recipient) return drop('FORGOTTEN');
  if (recipient.email === '') return drop('NO_ADDRESS');
  const budget = await budgetOf({ commands }, order, recipient.email);
  const letter = (template: TemplateId): Draft => ({
    kind: 'letter',
    budget,
    to: { name: `${recipient.firstName}${recipient.lastName}` || recipient.email, address: recipient.email },
    subject: order.subject,
    template,
    values: orderValues(order, data, sender.shopUrl),
    // The texts of a return are forgotten before the copies of mails.
    secrets: order.personal.support?.bankAccount ? ['returnRefund'] : [],
  });
  switch (kind) {
    case 'ORDER_CREATED':
      return isStanding(order) && order.payment.status !== 'RETURN' ? letter(confirmationOf(order)) : drop('OVERTAKEN');
    case 'PARCEL_AT_STORE':
      // The provider may have been away for days, or somebody asked for the mail again: the parcel has to be there still.
      return isAtStore(order) && order.cancelled === null ? letter('PARCEL_AT_STORE') : drop('OVERTAKEN');
    case 'ORDER_CANCELLED': {
      // A checkout that fails tells the buyer on its page. Who got no confirmation and paid nothing needs no mail.
      const byProcess = order.cancelled === 'SHIPMENT_REJECTED' || order.cancelled === 'CHECKOUT_FAILED';
      const wasTold = order.payment.paid > 0 || (await maybeSent(pool, orderStream(orderNo), 'ORDER_CREATED'));
      return byProcess && !wasTold ? drop('NEVER_TOLD') : letter('ORDER_CANCELLED');
    }
    case 'RETURN_REQUESTED':
      // Also after the review: the account may be a stranger's.
      return order.cancelled === null ? letter('RETURN_REQUESTED') : drop('OVERTAKEN');
    case 'RETURN_APPROVED': {
      const step = openReturn(order)?.step;
      return step === 'undelivered' || step === 'on-its-way' ? letter('RETURN_APPROVED') : drop('OVERTAKEN');
    }
    case 'RETURN_REJECTED':
      return rejectionOf(order);
    case 'ORDER_REFUNDED':
      return letter('ORDER_REFUNDED');
    default:
      throw new Error(`this release has no mail ${kind} about an order`);
  }

  function rejectionOf({ return: goods, receivedAt }: Order): Draft {
    if (!goods?.rejected || goods.receivedAt) return drop('OVERTAKEN');
    if (goods.rejected !== 'NOT_RECEIVED_BACK') return letter('RETURN_REJECTED');
    // Who never got the goods was told of their loss.
    return receivedAt === null ? drop('OVERTAKEN') : letter('RETURN_ENDED');
  }
}

const CREATED = { HOME: 'ORDER_CREATED_HOME', CVS: 'ORDER_CREATED_STORE', INTERNATIONAL: 'ORDER_CREATED_ABROAD' } as const;

function confirmationOf({ terms: { linked, group, delivery } }: Order): TemplateId {
  if (linked) return linked.kind === 'EXCHANGE' ? 'ORDER_EXCHANGED' : 'ORDER_SENT_AGAIN';
  return group ? 'ORDER_CREATED_GROUP' : CREATED[delivery.type];
}

const isAtStore = ({ parcel, terms }: Order): boolean => parcel !== null && stageOf(terms.delivery.subtype, parcel.code) === 'at-store';

/** `secrets`: the texts that the kept copy must not have. */
type MemberMail = { template: TemplateId; address: string; texts: Readonly<Record<string, string>>; secrets?: readonly string[] };

async function memberLetter(deps: LetterDeps, row: MailRow, memberId: string): Promise<Draft> {
  const { state: member } = await deps.commands.load(memberStream(memberId), memberDecider);
  if (!member?.contact) return drop('FORGOTTEN');
  const isNotice = row.data.revision !== undefined;
  if (member.closedAt !== null && !isNotice) return drop('OVERTAKEN');
  const email = isNotice ? addressBefore(member, row.data.revision ?? 0) : member.contact.email;
  if (email === '' && row.kind !== 'CONFIRM_EMAIL') return drop('NO_ADDRESS');
  const mail = isNotice ? notice(row, email, deps.sender) : await memberMail(deps, row, { memberId, email, inviteCode: member.inviteCode });
  if (typeof mail === 'string') return drop(mail);
  const { template, address, texts, secrets = [] } = mail;
  const name = `${member.contact.firstName}${member.contact.lastName}`;
  return {
    kind: 'letter',
    to: { name: name || address, address },
    subject: memberSubject(memberId),
    template,
    // The names are checked one by one (`isPersonName`): `evil.` and `example` are names, and make a link together.
    values: { texts: { name: withoutLinks(name), brand: deps.sender.brand, ...texts } },
    secrets,
  };
}

const notice = ({ kind, data }: MailRow, address: string, { shopUrl }: Sender): MemberMail => ({
  template: kind as NoticeKind,
  address,
  texts: { at: taipeiMinute(data.at ?? ''), way: waysToSignIn[data.signIn ?? ''] ?? '', newPasswordUrl: `${shopUrl}/new-password` },
});

/** The mail to a member at this address, or why none is sent. */
async function memberMail(
  deps: LetterDeps,
  row: MailRow,
  { memberId, email, inviteCode }: { memberId: string; email: string; inviteCode: string },
): Promise<MemberMail | Reason> {
  const { tokens, sender } = deps;
  const { kind, data } = row;
  if (kind === 'GIFT_GRANTED' || kind === 'CREDIT_GRANTED') {
    if (!(await stillStands(deps, row, memberId))) return 'OVERTAKEN';
    const { amount = 0, credit = '', endsAt } = data;
    const texts = { amount: formatMoney(amount), reason: creditReasons[credit] ?? '', endsAt: endsAt === undefined ? '' : lastDay(endsAt) };
    return { template: kind, address: email, texts: { ...texts, couponUrl: `${sender.shopUrl}/member/coupon` } };
  }
  if (kind === 'RESET_PASSWORD') {
    const token = await tokens.makeResetToken?.(data.requestId ?? '');
    if (token === undefined) return 'NO_TOKEN';
    return { template: kind, address: email, texts: { resetUrl: linkTo(sender, '/new-password', token) }, secrets: ['resetUrl'] };
  }
  const made = await tokens.makeConfirmToken?.(memberId, data.emailKey ?? '');
  const confirmTexts = (token: string) => ({ confirmUrl: linkTo(sender, '/confirm-email', token), confirmText: messages.confirmText });
  const secrets = ['confirmUrl'];
  if (kind === 'CONFIRM_EMAIL')
    return made ? { template: kind, address: made.email, texts: confirmTexts(made.token), secrets } : 'NO_TOKEN';
  // The welcome goes to the member's address. The token of another address must not.
  const texts = made?.email === email ? confirmTexts(made.token) : { confirmUrl: '', confirmText: '' };
  return { template: 'REGISTER_SUCCESS', address: email, texts: { ...texts, inviteCode }, secrets };
}

/** Whether a gift or credit has not ended, and was not taken back. */
async function stillStands({ commands, clock }: LetterDeps, { id, kind, data }: MailRow, memberId: string): Promise<boolean> {
  if (data.endsAt !== undefined && Date.parse(data.endsAt) <= clock().getTime()) return false;
  if (kind === 'GIFT_GRANTED') return true;
  const { state } = await commands.load(walletStream(memberId), walletDecider);
  return !state.cancelled.some((grantId) => creditMailId(walletStream(memberId), grantId) === (data.of ?? id));
}

type NoticeKind = (typeof NOTICE_EVENTS)[keyof typeof NOTICE_EVENTS];

/** The member's address before the event of this revision. */
const addressBefore = ({ earlierEmails, contact }: Member, revision: number): string =>
  earlierEmails.find(({ until }) => until >= revision)?.email ?? contact?.email ?? '';

/** The end itself does not count any more (decisions.md 51). */
const lastDay = (endsAt: string): string => taipeiDate(new Date(Date.parse(endsAt) - 1).toISOString());

const linkTo = ({ shopUrl }: Sender, path: string, token: string): string => `${shopUrl}${path}?token=${encodeURIComponent(token)}`;

function checkpointLetter({ to = '', note = '', size = 0, at = '' }: MailData, { brand }: Sender): Draft {
  return {
    kind: 'letter',
    to: { name: to, address: to },
    subject: 'operator:checkpoints',
    template: 'CHECKPOINT',
    values: { texts: { brand, note, size: String(size), day: taipeiDate(at) } },
    secrets: [],
  };
}

/** The values without what only the recipient may have. */
export const redacted = ({ values, secrets }: Extract<Draft, { kind: 'letter' }>): Values => ({
  ...values,
  texts: {
    ...values.texts,
    ...Object.fromEntries(secrets.filter((name) => values.texts[name] !== '').map((name) => [name, messages.redacted])),
  },
});
