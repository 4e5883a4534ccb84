import { ofNewColumn, rowProjection } from '@nordhaut/platform/projections';
import type pg from 'pg';
import type { LoginType } from '@nordhaut/contracts';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';
import type { Provider } from '../credentials.ts';
import type { AccountClosed, EmailChanged, MemberRegistered, ProfileChanged, SignInLinked, SignInUnlinked } from '../member-events.ts';
import { EARLIER_NUMBERS } from '../one-person.ts';
import { MEMBER_CATEGORY, memberIdOf } from '../stream.ts';

/** Where a member is found by an invite code, an e-mail or a phone number. Keys are hex HMACs; the row holds no person. */
export type MemberRow = {
  member_id: string;
  invite_code: string;
  email_key: string;
  phone_key: string;
  /** keys of the addresses before the present one, also of those that were not confirmed */
  earlier_emails: string[];
  /** keys of the newest phone numbers of the profile before the present one */
  earlier_phones: string[];
  line_key: string | null;
  facebook_key: string | null;
  registered_at: string;
  closed_at: string | null;
  forgotten_at: string | null;
};

type Event = MemberRegistered | ProfileChanged | EmailChanged | SignInLinked | SignInUnlinked | AccountClosed | PersonalDataForgotten;
const TYPES: readonly Event['type'][] = [
  'MemberRegistered',
  'ProfileChanged',
  'EmailChanged',
  'SignInLinked',
  'SignInUnlinked',
  'AccountClosed',
  'PersonalDataForgotten',
];

const COLUMNS: { [way in LoginType]?: 'line_key' | 'facebook_key' } = { LINE: 'line_key', FACEBOOK: 'facebook_key' };
const withKey = (row: MemberRow, way: LoginType, key: string | null): MemberRow => {
  const column = COLUMNS[way];
  return column ? { ...row, [column]: key } : row;
};

/** @param key null: the number stays */
const withPhone = (row: MemberRow, key: string | null): MemberRow =>
  key === null
    ? row
    : {
        ...row,
        phone_key: key,
        earlier_phones: [...row.earlier_phones.filter((one) => one !== row.phone_key), row.phone_key].slice(-EARLIER_NUMBERS),
      };

export const membersProjection = rowProjection<MemberRow, Event>({
  name: 'members',
  version: 4,
  filter: { categories: [MEMBER_CATEGORY], types: [...TYPES] },
  personal: false,
  key: 'member_id',
  createTable: (table) => `
    create table ${table} (
      member_id text primary key,
      invite_code text not null,
      email_key text not null,
      phone_key text not null,
      earlier_emails text[] not null,
      earlier_phones text[] not null,
      line_key text,
      facebook_key text,
      registered_at timestamptz not null,
      closed_at timestamptz,
      forgotten_at timestamptz
    );
    create index on ${table} (invite_code);
    create index on ${table} (email_key);
    create index on ${table} (phone_key);
    create index on ${table} (line_key) where line_key is not null;
    create index on ${table} (facebook_key) where facebook_key is not null;
    create index on ${table} using gin (earlier_emails, earlier_phones) where closed_at is not null;
    create index on ${table} (closed_at) where closed_at is not null and forgotten_at is null;
    create index on ${table} (member_id) where closed_at is not null or forgotten_at is not null`,
  keyOf: ({ stream }) => memberIdOf(stream),
  apply(row, event) {
    if (event.type === 'MemberRegistered') {
      const { inviteCode, emailKey, phoneKey, at } = event.data;
      return {
        member_id: memberIdOf(event.stream),
        invite_code: inviteCode,
        email_key: emailKey,
        phone_key: phoneKey,
        earlier_emails: [],
        earlier_phones: [],
        line_key: null,
        facebook_key: null,
        registered_at: at,
        closed_at: null,
        forgotten_at: null,
      };
    }
    if (!row) return undefined;
    switch (event.type) {
      case 'ProfileChanged':
        return withPhone(row, event.data.phoneKey);
      case 'EmailChanged':
        return {
          ...row,
          email_key: event.data.emailKey,
          earlier_emails: [...row.earlier_emails.filter((key) => key !== row.email_key), row.email_key],
        };
      case 'SignInLinked':
        return withKey(row, event.data.way, event.data.accountKey);
      case 'SignInUnlinked':
        return withKey(row, event.data.way, null);
      case 'AccountClosed':
        return { ...row, line_key: null, facebook_key: null, closed_at: event.data.at };
      case 'PersonalDataForgotten':
        return { ...row, forgotten_at: event.data.at };
      default: {
        const _: never = event;
        return row;
      }
    }
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

/** The invite codes of open accounts, by member. */
export async function codesOfMembers(pool: Pick<pg.Pool, 'query'>, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ member_id: string; invite_code: string }>({
    name: 'codes-of-members',
    text: 'select member_id, invite_code from members where member_id = any($1::text[]) and closed_at is null',
    values: [[...new Set(memberIds)]],
  });
  return new Map(rows.map(({ member_id, invite_code }) => [member_id, invite_code]));
}

/** The member who signs in with this account at a provider. `key`: hex HMAC of the provider's id */
export async function memberOfLogin(pool: Pick<pg.Pool, 'query'>, provider: Provider, key: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ member_id: string }>(
    `select member_id from members where ${provider}_key = $1 and closed_at is null`,
    [key],
  );
  return rows[0]?.member_id;
}

/** The member with this e-mail, also of a closed account that is not forgotten yet. `key`: hex HMAC of the address */
export async function memberOfEmail(pool: Pick<pg.Pool, 'query'>, key: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ member_id: string }>(
    'select member_id from members where email_key = $1 and forgotten_at is null order by closed_at desc nulls first limit 1',
    [key],
  );
  return rows[0]?.member_id;
}

export type ClosedMember = { memberId: string; closedAt: Date };

type ClosedRow = { member_id: string; closed_at: Date };
const closedOf = ({ member_id: memberId, closed_at: closedAt }: ClosedRow): ClosedMember => ({ memberId, closedAt });

/** Closed accounts whose person is not forgotten yet, after `last`, the oldest first. */
export async function closedMembers(pool: Pick<pg.Pool, 'query'>, most: number, last?: ClosedMember): Promise<ClosedMember[]> {
  const { rows } = await pool.query<ClosedRow>(
    `select member_id, closed_at from members where closed_at is not null and forgotten_at is null
       and (closed_at, member_id) > ($2::timestamptz, $3) order by closed_at, member_id limit $1`,
    [most, last?.closedAt ?? '-infinity', last?.memberId ?? ''],
  );
  return rows.map(closedOf);
}

/** Closed accounts whose person should be forgotten by now: those that were closed before `before`. */
export async function overdueMembers(pool: Pick<pg.Pool, 'query'>, before: Date): Promise<ClosedMember[]> {
  const { rows } = await pool.query<ClosedRow>(
    `select member_id, closed_at from members where closed_at <= $1 and forgotten_at is null order by closed_at limit 100`,
    [before],
  );
  return rows.map(closedOf);
}

/** Accounts that ended, by id after `last`. One whose event of a restored store is missing was forgotten without being closed. */
export async function endedMembers(
  pool: Pick<pg.Pool, 'query'>,
  { last, most }: { last: string; most: number },
): Promise<{ memberId: string; endedAt: string }[]> {
  const { rows } = await pool.query<{ member_id: string; ended_at: Date }>(
    `select member_id, coalesce(closed_at, forgotten_at) as ended_at from members
     where (closed_at is not null or forgotten_at is not null) and member_id > $1 order by member_id limit $2`,
    [last, most],
  );
  return rows.map(({ member_id: memberId, ended_at: endedAt }) => ({ memberId, endedAt: endedAt.toISOString() }));
}

/** Those of these ids that no member has. */
export async function unknownMembers(pool: Pick<pg.Pool, 'query'>, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from unnest($1::text[]) id where not exists (select from members where member_id = id)',
    [memberIds],
  );
  return rows.map(({ id }) => id);
}

/** Closed accounts that have or had one of these keys, forgotten ones too. Keys are hex HMACs. */
export async function closedWith(
  pool: Pick<pg.Pool, 'query'>,
  keys: { emails: readonly string[]; phones: readonly string[] },
): Promise<string[]> {
  const values = [keys.emails, keys.phones];
  const [{ rows: present }, earlier] = await Promise.all([
    pool.query<{ member_id: string }>({
      name: 'closed-members-with-keys',
      text: `select member_id from members where closed_at is not null and (email_key = any($1::text[]) or phone_key = any($2::text[]))`,
      values,
    }),
    ofNewColumn(
      pool.query<{ member_id: string }>({
        name: 'closed-members-with-earlier-keys',
        text: `select member_id from members
               where closed_at is not null and (earlier_emails && $1::text[] or earlier_phones && $2::text[])`,
        values,
      }),
    ),
  ]);
  return [...new Set([...present, ...earlier].map(({ member_id }) => member_id))];
}

/** Every open account after `last`, by id, in pages. */
export async function openMembers(pool: Pick<pg.Pool, 'query'>, last: string, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ member_id: string }>(
    'select member_id from members where member_id > $1 and closed_at is null order by member_id limit $2',
    [last, most],
  );
  return rows.map(({ member_id }) => member_id);
}
