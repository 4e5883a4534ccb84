import { shownTime } from '@nordhaut/contracts';
import type { SeenAnswer } from '@nordhaut/contracts/support';
import { maskEmail, maskName, type Order } from '@nordhaut/ordering';
import type { SentMail } from '../evidence-pack/dispute.ts';
import type { OrderHistory } from './history.ts';
import { mailReport, MAILS } from './words.ts';

export type SeenDeps = {
  history: Pick<OrderHistory, 'then'>;
  /** the view of the look-up at an ISO instant, without proof */
  buyerPage: (order: Order, at: string) => SeenAnswer['page'];
  clock: () => Date;
  mails: (orderNo: string) => Promise<readonly SentMail[]>;
  /** the running release */
  release: string;
};

/** The subject, masked: the text of a template may address the buyer, and a name with a dot has a space of no width in it. */
export const maskedSubject = ({ subject, name, to }: Pick<NonNullable<SentMail['mail']>, 'subject' | 'name' | 'to'>): string =>
  [[name, maskName(name)] as const, [to, maskEmail(to)] as const].reduce(
    (text, [open, masked]) => (open ? text.replaceAll(open, () => masked) : text),
    subject.replaceAll('\u200b', ''),
  );

/** The address of a mail that was sent. Two addresses may look the same when they are masked. */
export const shownAddress = (to: string, isBeforeCorrection: boolean): string =>
  maskEmail(to) + (isBeforeCorrection ? '（更正前的地址）' : '');

function addressIn(order: Order, { to }: NonNullable<SentMail['mail']>): string {
  const now = order.emailCorrectedAt && order.personal.contact?.recipient.email;
  return shownAddress(to, now !== undefined && now.toLowerCase() !== to.toLowerCase());
}

/** The mails that name the store, as it is when they are sent. */
const NAMES_STORE: ReadonlySet<string> = new Set(['ORDER_CREATED', 'PARCEL_AT_STORE']);

/** How the buyer was told of the store that the carrier changed to: no mail is about the change alone. */
export function toldOfStore(
  { storeChange }: Pick<Order, 'storeChange'>,
  mails: readonly Pick<SentMail, 'kind' | 'sentAt'>[],
): string | null {
  if (storeChange?.state !== 'DONE') return null;
  const changed = Date.parse(storeChange.at);
  const told = mails.find(({ kind, sentAt }) => NAMES_STORE.has(kind) && sentAt.getTime() >= changed);
  const none = '沒有寄出門市變更的信；訂單頁已顯示新門市';
  if (!told) return `${none}。請確認顧客是否知道`;
  return `${none}，變更後寄出的「${MAILS[told.kind] ?? told.kind}」信（${shownTime(told.sentAt.toISOString())}）也寫新門市`;
}

/**
 * What the buyer saw after an event (infra/decisions/090). The mails are as they were kept when they were sent. The page is
 * a reconstruction: the running release makes it from the events up to then.
 */
export const buyerSaw =
  ({ history, buyerPage, clock, mails, release }: SeenDeps) =>
  async (orderNo: string, revision?: number): Promise<SeenAnswer | undefined> => {
    const then = await history.then(orderNo, revision);
    if (!then) return undefined;
    const { order, event, next } = then;
    const end = next ? Date.parse(next.recordedAt) : Infinity;
    const sent = (await mails(orderNo)).filter(({ sentAt }) => sentAt.getTime() < end);
    return {
      orderNo,
      revision: event.revision,
      at: event.recordedAt,
      until: next?.recordedAt ?? null,
      // The page of the newest event is the page of now: it loses the contact by time alone.
      page: buyerPage(order, next ? event.recordedAt : clock().toISOString()),
      release: { decided: event.metadata.release ?? null, running: release },
      storeChange: toldOfStore(order, sent),
      mails: sent.map(({ id, kind, sentAt, reports, mail }) => ({
        id,
        kind,
        sentAt: sentAt.toISOString(),
        subject: mail ? maskedSubject(mail) : null,
        to: mail ? addressIn(order, mail) : null,
        reports: reports.map(mailReport),
        kept: mail !== undefined,
      })),
    };
  };
