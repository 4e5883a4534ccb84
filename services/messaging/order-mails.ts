import type { Engine } from '@nordhaut/platform/engine';
import { orderStream } from '@nordhaut/ordering';
import type { KeptMail } from './send.ts';

/**
 * A mail to the buyer as it was sent. `reports`: what the provider reported about it later. `mail`: undefined after the
 * person was forgotten, or after the years for which mails are kept.
 */
export type OrderMail = {
  id: string;
  kind: string;
  sentAt: Date;
  providerId: string | null;
  reports: { event: string; at: Date }[];
  mail: KeptMail | undefined;
};

type Row = Omit<OrderMail, 'mail' | 'reports' | 'sentAt'> & {
  subject: string | null;
  sealed: string | null;
  sent_at: Date;
  reports: { event: string; at: string }[] | null;
};

/** The mails about an order that its buyer was sent, oldest first. */
export const orderMails =
  ({ pool, vault }: Pick<Engine, 'pool' | 'vault'>) =>
  async (orderNo: string): Promise<OrderMail[]> => {
    const { rows } = await pool.query<Row>(
      `select id, kind, coalesce(begun_at, settled_at, created_at) as sent_at, provider_id as "providerId", subject, sealed,
         (select json_agg(json_build_object('event', event, 'at', at) order by at) from mail_reports
          where mail_reports.provider_id = mails.provider_id) as reports
       from mails where stream = $1 and state = 'sent' order by sent_at, id`,
      [orderStream(orderNo)],
    );
    const readable = rows.flatMap(({ id, subject, sealed }) => (subject && sealed ? [{ subject, sealed, eventId: id }] : []));
    const opened = await vault.openMany(readable.map((one) => ({ ...one, purpose: 'contact' as const })));
    const mails = new Map(readable.map(({ eventId }, at) => [eventId, opened[at] as KeptMail | undefined]));
    return rows.map(({ id, kind, sent_at: sentAt, providerId, reports }) => ({
      id,
      kind,
      sentAt,
      providerId,
      reports: (reports ?? []).map(({ event, at }) => ({ event, at: new Date(at) })),
      mail: mails.get(id),
    }));
  };
