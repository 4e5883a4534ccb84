import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { mailboxOf } from '@nordhaut/contracts';
import type { Migration } from '@nordhaut/platform/database';
import { networkOf, originsOf, Rejected, siteOf } from '@nordhaut/platform/http';
import type pg from 'pg';
import type { Member } from './member-state.ts';
import { messages } from './messages.ts';
import { WITHOUT_WAITING } from './without-waiting.ts';

/**
 * Limits of the calls that tell whether an e-mail has an account, or whether a password is right: sign-in, registration,
 * reset and account check (decisions.md 19, 94). They share counters per hour: of the account, of the network, and of the IPv6 /48,
 * because one customer of a data centre has 65,536 networks. Accounts of one mailbox share a counter, because most of these calls send
 * mails there. The counters are rows in Postgres, so several processes share them. Keys
 * are HMACs. If the machine of the database fails, the attempts of the last second are not counted.
 *
 * Ten wrong passwords an hour would keep an account's owner out, and thirty all who share a carrier's address. So sign-ins in browsers in
 * which the account was open before count for themselves: ten an hour, from any network, for all of these browsers together. A new
 * password begins a new count, so somebody who had the account open before cannot keep its owner out.
 *
 * Who is signed in and types the current password again counts apart as well, by session and by account: neither strangers nor a thief
 * of one session keep the owner's other sessions from a new password. Mails to an address that may be somebody else's have a count of
 * their own, by mailbox, whichever of these calls sends them.
 */
const PER_ACCOUNT = 10;
const PER_NETWORK = 30;
const PER_SITE = 300;

/**
 * Phone numbers in a day that are compared with those of one code's owner, from any networks, and that one network has compared. Who
 * knows a code would otherwise find its owner's number by one new account for each candidate. 20 are as many as 108 allows.
 */
const COMPARED_PER_OWNER = 20;
const COMPARED_PER_NETWORK = 60;

/**
 * Registrations in a day from one network (infra/decisions/108: an IPv4 address or an IPv6 /48). Each sends a mail to an address that
 * anybody may have typed, and its events stay for good. A mobile carrier may use one address for a whole city.
 */
const REGISTERED_PER_NETWORK = 300;

export const limitMigrations: Migration[] = [
  {
    name: 'accounts/002-attempts',
    expand: true,
    sql: `
      create table account_attempts (
        key bytea primary key,
        count integer not null,
        ends_at timestamptz not null
      );
      create index on account_attempts (ends_at)`,
  },
];

export type AttemptLimits = ReturnType<typeof attemptLimits>;

/** Takes an attempt back. */
export type TakeBack = () => Promise<void>;

/** `passwords`: how many new passwords the account has had */
type Known = Pick<Member, 'inviteCode' | 'passwords'>;

type Counter = readonly [key: Buffer, most: number];

type LimitOptions = {
  pool: pg.Pool;
  key: KeyObject;
  clock: () => Date;
  /** of both limits, for load tests */
  factor: number;
};

export function attemptLimits({ pool, key, clock, factor }: LimitOptions) {
  const keyOf = (...parts: string[]): Buffer => createHmac('sha256', key).update(parts.join('/')).digest();

  const tooMany = (message: string, until: Date): Rejected =>
    new Rejected(
      { status: 429, code: 'TOO_MANY_REQUESTS', message },
      { headers: { 'retry-after': String(Math.ceil((until.getTime() - clock().getTime()) / 1000)) } },
    );

  /** Adds to counters of a day, each with its limit. @returns the end of the day of a counter that is over its limit; null: none is */
  async function countOfDay(counters: readonly Counter[], more: number): Promise<Date | null> {
    const { rows } = await pool.query<{ waits: Date | null }>({
      name: 'count-of-day',
      text: `with counted as (
         insert into account_attempts as held (key, count, ends_at)
         select one.key, $4::integer, $3::timestamptz + interval '1 day' from unnest($1::bytea[]) as one (key), ${WITHOUT_WAITING}
         order by one.key
         on conflict (key) do update set
           count = case when held.ends_at <= $3 then $4 else held.count + $4 end,
           ends_at = case when held.ends_at <= $3 then excluded.ends_at else held.ends_at end
         returning key, count, ends_at
       )
       select max(counted.ends_at) filter (where counted.count > one.most) as waits
       from counted join unnest($1::bytea[], $2::float8[]) as one (key, most) using (key)`,
      values: [counters.map(([one]) => one), counters.map(([, most]) => most * factor), clock(), more],
    });
    return rows[0]?.waits ?? null;
  }

  /** Counts an attempt. @returns a function that takes it back; or, where a key is over its limit, until when */
  async function countAttempt(...counters: readonly Counter[]): Promise<TakeBack | Date> {
    const keys = counters.map(([one]) => one);
    // In the order of the keys: two calls that lock the same rows in different orders would deadlock.
    const { rows } = await pool.query<{ waits: Date | null }>({
      name: 'count-attempt',
      text: `with gone as (
           delete from account_attempts where key in (
             select key from account_attempts where ends_at <= $3 and key <> all($1::bytea[]) order by ends_at limit 100 for update skip locked)
         ), counted as (
           insert into account_attempts as held (key, count, ends_at)
           select one.key, 1, $3::timestamptz + interval '1 hour' from unnest($1::bytea[]) as one (key), ${WITHOUT_WAITING}
           order by one.key
           on conflict (key) do update set
             count = case when held.ends_at <= $3 then 1 else held.count + 1 end,
             ends_at = case when held.ends_at <= $3 then excluded.ends_at else held.ends_at end
           returning key, count, ends_at
         )
         select max(counted.ends_at) filter (where counted.count > one.most) as waits
         from counted join unnest($1::bytea[], $2::float8[]) as one (key, most) using (key)`,
      values: [keys, counters.map(([, most]) => most * factor), clock()],
    });
    const takeBack: TakeBack = async () => {
      // Locks the rows in the order of `counted`, for the same reason.
      await pool.query({
        name: 'take-back-attempt',
        text: `with held as (
             select key from account_attempts, ${WITHOUT_WAITING} where key = any($1::bytea[]) order by key for update of account_attempts
           ) update account_attempts set count = greatest(count - 1, 0) from held where account_attempts.key = held.key`,
        values: [keys],
      });
    };
    const waits = rows[0]?.waits;
    if (!waits) return takeBack;
    await takeBack();
    return waits;
  }

  /** @throws Rejected 429 with the seconds to wait */
  function orTooMany(counted: TakeBack | Date): TakeBack {
    if (typeof counted === 'function') return counted;
    throw tooMany(messages.tooManyAttempts, counted);
  }

  const isSign = (given: Buffer, expected: Buffer): boolean => given.length === expected.length && timingSafeEqual(given, expected);
  const signOf = (email: string, { inviteCode, passwords }: Known): Buffer => keyOf('known browser', email, inviteCode, String(passwords));

  return {
    /**
     * What a browser keeps in which the account was open, and shows at the next sign-in. It opens nothing. The invite code is of this account
     * alone, also where a later one has its address.
     */
    markOf: (email: string, account: Known): string =>
      [account.passwords, account.inviteCode, signOf(email, account).toString('base64url')].join('-'),

    /**
     * @returns the account as it was when its browser got this mark; without facts, where an earlier release gave the mark, which is of
     *   the address alone and stays for a year; undefined: it is no mark of an account with this address
     */
    accountOfMark(mark: string, email: string): Partial<Known> | undefined {
      if (isSign(Buffer.from(mark, 'base64url'), keyOf('known browser', email))) return {};
      const [, number = '', inviteCode = '', sign = ''] = /^(\d{1,9})-(\w+)-(.+)$/.exec(mark) ?? [];
      const account = { inviteCode, passwords: Number(number) };
      return isSign(Buffer.from(sign, 'base64url'), signOf(email, account)) ? account : undefined;
    },

    /**
     * The counter for a browser with this mark. Marks of the present password share one counter. Marks of all earlier passwords share
     * another, because a stranger who once had the account open may hold one. undefined: the mark is of another account
     */
    counterOf: ({ inviteCode, passwords }: Partial<Known>, account: Known): Buffer | undefined =>
      inviteCode === undefined || inviteCode === account.inviteCode
        ? keyOf('account in known browsers', account.inviteCode, passwords === account.passwords ? String(passwords) : 'earlier')
        : undefined,

    /**
     * Counts one attempt before it is made, so that attempts at the same time see each other. An attempt over a limit is not
     * counted, so who stops keeps the owner out for no longer than the hour.
     * @param known the counter of a browser in which the account was open (`counterOf`)
     * @returns a function that takes the attempt back, for a successful sign-in
     * @throws Rejected 429 with the seconds to wait
     */
    async count(email: string, address: string, known?: Buffer): Promise<TakeBack> {
      const origins = originsOf(address).map(
        (origin, nth): Counter => (nth === 0 ? [keyOf('network', origin), PER_NETWORK] : [keyOf('site', origin), PER_SITE]),
      );
      // A network tries no other accounts with the mark. Where others with such a mark have used up its attempts, the browser counts as any
      // other one.
      const first = known && (await countAttempt([known, PER_ACCOUNT]));
      if (typeof first === 'function') return first;
      return orTooMany(await countAttempt([keyOf('account', mailboxOf(email)), PER_ACCOUNT], ...origins));
    },

    /**
     * Counts what a signed-in member does to change how the account is opened, as `count` does: ten for each session, and thirty for all
     * sessions of the account.
     * @throws Rejected 429 with the seconds to wait
     */
    async countSignedIn({ memberId, sessionToken }: { memberId: string; sessionToken: string }): Promise<void> {
      // The session first: what is over its limit is at no moment among the account's.
      const takeBack = orTooMany(await countAttempt([keyOf('session', sessionToken), PER_ACCOUNT]));
      const counted = await countAttempt([keyOf('signed in', memberId), PER_NETWORK]);
      if (typeof counted !== 'function') await takeBack();
      orTooMany(counted);
    },

    /**
     * Counts a mail that anybody may cause, before it is caused: ten an hour for a mailbox, whichever of its accounts and which call cause
     * them. Wrong passwords send none, so they are not among these. What remains: who asks ten times for a link to the mailbox, or proves ten
     * times to be the member of an own account there, keeps the owner of another unconfirmed one from a new password and from deleting it
     * for the rest of the hour. A confirmed address ends that.
     * @throws Rejected 429 with the seconds to wait
     */
    async countMail(email: string): Promise<void> {
      orTooMany(await countAttempt([keyOf('mails to', mailboxOf(email)), PER_ACCOUNT]));
    },

    /** Counts phone numbers before they are compared with those of a code's owner. @returns false: over a limit, they must not be compared */
    async mayCompare(ownerId: string, address: string, numbers: number): Promise<boolean> {
      const compared = [
        [keyOf('compared with', ownerId), COMPARED_PER_OWNER],
        [keyOf('compared from', networkOf(address)), COMPARED_PER_NETWORK],
      ] as const;
      return (await countOfDay(compared, numbers)) === null;
    },

    /** Counts a registration before it is made. @throws Rejected 429 with the seconds to wait */
    async countRegistration(address: string): Promise<void> {
      const until = await countOfDay([[keyOf('registered from', siteOf(address)), REGISTERED_PER_NETWORK]], 1);
      if (until) throw tooMany(messages.tooManyRegistrations, until);
    },
  };
}
