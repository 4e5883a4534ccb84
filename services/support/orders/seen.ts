import type { SeenAnswer } from '@nordhaut/contracts/support';
import { maskEmail, maskName, type Order } from '@nordhaut/ordering';
import type { SentMail } from '../evidence-pack/dispute.ts';
import type { OrderHistory } from './history.ts';

export type SeenDeps = {
  history: Pick<OrderHistory, 'then'>;
  /** the view of the look-up, without proof */
  buyerPage: (order: Order) => SeenAnswer['page'];
  mails: (orderNo: string) => Promise<readonly SentMail[]>;
  /** the running release */
  release: string;
};

/** The subject, masked: the text of a template may address the buyer. */
const maskedSubject = ({ subject, name, to }: NonNullable<SentMail['mail']>): string =>
  [[name, maskName(name)] as const, [to, maskEmail(to)] as const].reduce(
    (text, [open, masked]) => (open ? text.replaceAll(open, () => masked) : text),
    subject,
  );

/**
 * What the buyer saw after an event (infra/decisions/090). The mails are as they were kept when they were sent. The page is
 * a reconstruction: the running release makes it from the events up to then.
 */
export const buyerSaw =
  ({ history, buyerPage, mails, release }: SeenDeps) =>
  async (orderNo: string, revision?: number): Promise<SeenAnswer | undefined> => {
    const then = await history.then(orderNo, revision);
    if (!then) return undefined;
    const { order, event, next } = then;
    const sent = await mails(orderNo);
    const end = next ? Date.parse(next.recordedAt) : Infinity;
    return {
      orderNo,
      revision: event.revision,
      at: event.recordedAt,
      until: next?.recordedAt ?? null,
      page: buyerPage(order),
      release: { decided: event.metadata.release ?? null, running: release },
      mails: sent
        .filter(({ sentAt }) => sentAt.getTime() < end)
        .map(({ id, kind, sentAt, mail }) => ({
          id,
          kind,
          sentAt: sentAt.toISOString(),
          subject: mail ? maskedSubject(mail) : null,
          kept: mail !== undefined,
        })),
    };
  };
