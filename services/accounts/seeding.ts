import type { Agreements } from '@nordhaut/contracts/legal/agreements';
import { createHmac, type KeyObject, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Credentials, hiddenEmail } from './credentials.ts';
import { newInviteCode } from './invite-code.ts';
import type { MemberEvent } from './member-events.ts';
import { memberStream, memberSubject } from './stream.ts';

export type SeededMember = { memberId: string; email: string; stream: `${string}-${string}`; event: MemberEvent };

type Deps = {
  pool: pg.Pool;
  credentials: Credentials;
  /** of the e-mails in the credentials */
  emailKey: KeyObject;
  /** of the hashes in events */
  memberKey: KeyObject;
  agreements: Agreements;
};

/**
 * Invented members in bulk, for load tests and demonstrations. One password is hashed once, and every account gets that hash,
 * because 20,000 hashes would take half an hour. @returns the members' first events, which the caller appends
 */
export const memberSeeding =
  ({ pool, credentials, emailKey, memberKey, agreements }: Deps) =>
  async (emails: readonly string[], password: string): Promise<SeededMember[]> => {
    const first = await credentials.register(`seed-${randomUUID()}@example.invalid`, password);
    if (first === 'taken') throw new Error('the first seeded account exists');
    const { rows } = await pool.query<{ password: string }>('select password from account_logins where "userId" = $1', [first.accountId]);
    const ids = emails.map(() => randomUUID());
    await pool.query(
      `with users as (
         insert into account_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
         select id, '', email, false, now(), now() from unnest($1::text[], $2::text[]) as u (id, email) returning id
       )
       insert into account_logins (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
       select gen_random_uuid()::text, id, 'credential', id, $3, now(), now() from users`,
      [ids, emails.map((email) => hiddenEmail(emailKey, email)), rows[0]?.password],
    );
    await pool.query('delete from account_users where id = $1', [first.accountId]);
    const keyOf = (kind: string, value: string): string => createHmac('sha256', memberKey).update(`${kind}/${value}`).digest('hex');
    return emails.map((email, index) => {
      const memberId = ids[index] as string;
      const phone = `+8869${String(10_000_000 + index).slice(-8)}`;
      const contact = { firstName: '林', lastName: '怡君', email, phone };
      return {
        memberId,
        email,
        stream: memberStream(memberId),
        event: {
          type: 'MemberRegistered',
          subject: memberSubject(memberId),
          data: {
            at: new Date().toISOString(),
            method: 'EMAIL',
            inviteCode: newInviteCode(),
            emailKey: keyOf('email', email),
            phoneKey: keyOf('phone', phone),
            ...agreements,
            ageConfirmed: true,
          },
          personal: { contact },
        },
      };
    });
  };
