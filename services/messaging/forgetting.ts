import { memberStream } from '@nordhaut/accounts';
import type { Forgets } from '@nordhaut/platform/forgetting';
import { MessagingConfig } from './config.ts';
import { CONSUMER, TOO_LATE } from './intake.ts';
import type { KeptMail } from './send.ts';

/** rows that one statement changes */
const BATCH = 1_000;

/**
 * Mails are sealed with the person's key. Their rows are emptied too, and what was not sent is not sent any more. The count of a
 * recipient's day stays: it is a keyed hash, and goes after two days. The copies of members' mails end before their accounts do
 * (decisions.md 85): they are most of what the shop stores of an order.
 */
export const mailForgetting: Forgets = {
  keeps: [
    {
      name: 'mails',
      title: '寄給您的信',
      ends: { kind: 'forgotten', purposes: ['contact'] },
      async read({ pool, vault }, { streams, subjects }) {
        const { rows } = await pool.query<{ id: string; kind: string; subject: string; sealed: string; created_at: Date }>(
          `select id, kind, subject, sealed, created_at from mails
           where (stream = any($1::text[]) or subject = any($2::text[])) and sealed is not null and subject is not null order by created_at`,
          [streams, subjects],
        );
        const opened = await vault.openMany(
          rows.map(({ id, subject, sealed }) => ({ subject, purpose: 'contact' as const, eventId: id, sealed })),
        );
        return rows.flatMap(({ kind, created_at }, at) => {
          const mail = opened[at] as KeptMail | undefined;
          if (mail === undefined) return [];
          const values = { 收件人: mail.to, 姓名: mail.name, 主旨: mail.subject, 內容: mail.text };
          return [{ at: created_at.toISOString(), label: kind, values }];
        });
      },
    },
  ],
  async memberNotice({ pool, clock }, { memberId, closedAt, position }) {
    // A mail that is written later than that is listed, and not sent.
    const isInTime = clock().getTime() - Date.parse(closedAt) < TOO_LATE;
    const { rows } = await pool.query(
      `select from mails where stream = $1 and kind = 'ACCOUNT_CLOSED' and state in ('due', 'sending')
       union all select from bus_positions where consumer = $2 and position < $3 and $4`,
      [memberStream(memberId), CONSUMER, position, isInTime],
    );
    return rows.length > 0;
  },
  async erase({ pool }, { stream, subject, data: { purposes } }) {
    if (!purposes.includes('contact')) return;
    await pool.query(
      `with emptied as (
       update mails set sealed = null, recipient = null, reason = case when state in ('due', 'sending', 'listed') then 'FORGOTTEN' else reason end,
         settled_at = coalesce(settled_at, now()), state = case when state = 'sent' then 'sent' else 'dropped' end
       where stream = $1 or subject = $2 returning provider_id)
       delete from mail_reports using emptied where mail_reports.provider_id = emptied.provider_id`,
      [stream, subject],
    );
  },
  async finish({ pool, clock, config }) {
    const until = [clock(), config.of(MessagingConfig).KEEP_MAILS_YEARS];
    // Arrays, because a join with these rows may read the whole table for them, every minute.
    const copies = await pool.query(
      `update mails set sealed = null where id = any(array(
         select id from mails where sealed is not null and settled_at < $1::timestamptz - make_interval(years => $2)
         order by settled_at limit ${BATCH} for update skip locked))`,
      until,
    );
    const reports = await pool.query(
      `delete from mail_reports where ctid = any(array(
         select ctid from mail_reports where at < $1::timestamptz - make_interval(years => $2)
         order by at limit ${BATCH} for update skip locked))`,
      until,
    );
    return copies.rowCount === BATCH || reports.rowCount === BATCH;
  },
};
