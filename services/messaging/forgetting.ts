import type { Forgets } from '@nordhaut/platform/forgetting';

/** Mails are sealed with the person's key. Their rows are emptied too, and what was not sent is not sent any more. */
export const mailForgetting: Forgets = {
  async erase({ pool }, { stream, subject, data: { purposes } }) {
    if (!purposes.includes('contact')) return;
    await pool.query(
      `update mails set sealed = null, recipient = null, reason = case when state in ('due', 'sending', 'listed') then 'FORGOTTEN' else reason end,
         settled_at = coalesce(settled_at, now()), state = case when state = 'sent' then 'sent' else 'dropped' end
       where stream = $1 or subject = $2`,
      [stream, subject],
    );
  },
};
