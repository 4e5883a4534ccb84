import { rowProjection } from '@nordhaut/platform/projections';
import type pg from 'pg';
import type { AccountClosed, MemberRegistered, ProfileChanged } from '../member-events.ts';
import { MEMBER_CATEGORY, memberIdOf } from '../stream.ts';

/** Where a member is found by an invite code, an e-mail or a phone number. Keys are hex HMACs; the row holds no person. */
export type MemberRow = {
  member_id: string;
  invite_code: string;
  email_key: string;
  phone_key: string;
  registered_at: string;
  closed_at: string | null;
};

type Event = MemberRegistered | ProfileChanged | AccountClosed;

export const membersProjection = rowProjection<MemberRow, Event>({
  name: 'members',
  version: 1,
  filter: { categories: [MEMBER_CATEGORY], types: ['MemberRegistered', 'ProfileChanged', 'AccountClosed'] },
  personal: false,
  key: 'member_id',
  createTable: (table) => `
    create table ${table} (
      member_id text primary key,
      invite_code text not null,
      email_key text not null,
      phone_key text not null,
      registered_at timestamptz not null,
      closed_at timestamptz
    );
    create index on ${table} (invite_code);
    create index on ${table} (email_key);
    create index on ${table} (phone_key)`,
  keyOf: ({ stream }) => memberIdOf(stream),
  apply(row, event) {
    if (event.type === 'MemberRegistered') {
      const { inviteCode, emailKey, phoneKey, at } = event.data;
      return {
        member_id: memberIdOf(event.stream),
        invite_code: inviteCode,
        email_key: emailKey,
        phone_key: phoneKey,
        registered_at: at,
        closed_at: null,
      };
    }
    if (!row) return undefined;
    if (event.type === 'AccountClosed') return { ...row, closed_at: event.data.at };
    return { ...row, phone_key: event.data.phoneKey ?? row.phone_key };
  },
});

export type FoundMember = { memberId: string; registeredAt: Date };

/** The member with this invite code; a closed account has none. */
export async function memberOfCode(pool: pg.Pool, code: string): Promise<FoundMember | undefined> {
  const { rows } = await pool.query<{ member_id: string; registered_at: Date }>({
    name: 'member-of-code',
    text: 'select member_id, registered_at from members where invite_code = $1 and closed_at is null',
    values: [code],
  });
  return rows[0] && { memberId: rows[0].member_id, registeredAt: rows[0].registered_at };
}
