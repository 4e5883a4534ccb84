import { hash, type KeyObject, randomBytes } from 'node:crypto';
import { accountEmail, type LoginType } from '@nordhaut/contracts';
import { Rejected } from '@nordhaut/platform/http';
import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import type { Credentials, Provider, Session } from '../credentials.ts';
import type { LinkSignIn } from '../member-commands.ts';
import type { Member } from '../member-state.ts';
import type { Caller, Members } from '../members.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import type { Proven } from '../proofs.ts';
import { memberOfLogin } from '../projections/members.ts';
import type { Line } from './line.ts';
import { createLineSessions } from './line-sessions.ts';
import type { Person, SocialProvider, Started } from './provider.ts';

export const PENDING_MS = 15 * 60_000;
export const STATE_MS = 15 * 60_000;

export const wayOf = (provider: Provider): LinkSignIn['way'] => (provider === 'line' ? 'LINE' : 'FACEBOOK');

type StateContent = { provider: Provider; browser: string; started: Started; redirect: string | null; link: Proven | null };
/** A person whose registration waits for its form (decisions.md 91). */
export type Pending = { provider: Provider; person: Person; redirect: string | null };

/**
 * 200: signed in, or linked where `session` is missing. 205: an account without its member; 404: nobody has this login; for
 * both the form completes the registration. 403: the member has to prove anew to be there before a way is added. 405: the person
 * closed the page. 409: the e-mail, or the login, has another account. 500: failed.
 */
type Ending = { state: 200; session?: Session; member: Member } | { state: 205 | 404; pending: string } | { state: 403 | 405 | 409 | 500 };
/** `link`: of a member who adds a way to sign in */
export type Outcome = Ending & { redirect: string | null; link?: true };

/** The state of a sign-in in a tab of the shop begins with it. The callback recognises such a sign-in by it, even after the state has expired. */
const OF_TAB = 't';
export const isOfTab = (state: string | undefined): boolean => state?.startsWith(OF_TAB) ?? false;

export type SocialSignInOptions = {
  members: Members;
  credentials: Credentials;
  tokens: OneTimeTokens;
  pool: pg.Pool;
  /** of LINE's tokens of a session */
  sealingKey: KeyObject;
  line: Line;
  facebook: SocialProvider;
  log: Logger;
};
export type SocialSignIn = ReturnType<typeof createSocialSignIn>;

/** Signing in at LINE and Facebook (spec/2-accounts-and-members §4; decisions.md 90 to 92). */
export function createSocialSignIn({ members, credentials, tokens, pool, sealingKey, line, facebook, log }: SocialSignInOptions) {
  const providers = { line, facebook };
  const lineSessions = createLineSessions({ pool, credentials, key: sealingKey, line, log });
  const browserKey = (browser: string): string => hash('sha256', browser);

  /** What nobody but this provider's person of this browser may complete. */
  async function taken(provider: Provider, query: URLSearchParams, browser: string | undefined) {
    const found = await tokens.take<StateContent>('STATE', query.get('state') ?? '');
    const right = found?.content.provider === provider && browser !== undefined && found.content.browser === browserKey(browser);
    return right ? found.content : undefined;
  }

  async function personOf(provider: Provider, query: URLSearchParams, started: Started): Promise<Person | undefined> {
    try {
      return await providers[provider].finish(query, { state: query.get('state') ?? '', started });
    } catch (error) {
      // Its message may have what the provider answered.
      const { name, code } = error as Error & { code?: unknown };
      log.warn({ provider, reason: typeof code === 'string' ? code : name }, 'a sign-in at a provider failed');
      return undefined;
    }
  }

  /** The member who signs in by this login; `unfinished`: its account has no member yet. */
  async function memberOf(
    provider: Provider,
    key: string,
    caller: Caller,
  ): Promise<{ memberId: string; member: Member } | 'unfinished' | undefined> {
    const way = wayOf(provider);
    const memberId = await credentials.accountOfLogin(provider, key);
    if (memberId === undefined) return restored(provider, key);
    const { state } = await members.load(memberId);
    if (state === null) return 'unfinished';
    if (state.closedAt !== null) {
      await credentials.remove(memberId);
      return undefined;
    }
    if (state.links.some((link) => link.accountKey === key)) return { memberId, member: state };
    if (state.ways.includes(way) && !state.unlinked.includes(key)) {
      // An earlier release registered the member and died before the event of the login.
      const linked = await link(memberId, provider, key, caller);
      if (linked !== 'taken' && linked !== 'unproven') return { memberId, member: linked };
    }
    // The library's row alone is no way in: the process died before the event of a link, and the proof for it may be over.
    await credentials.removeLogin(memberId, provider, key);
    log.info({ way }, 'a login that the member no longer has was removed');
    return undefined;
  }

  /** The member's events are the truth: a login that only the library lost is added again. */
  async function restored(provider: Provider, key: string) {
    const memberId = await memberOfLogin(pool, provider, key);
    const state = memberId === undefined ? null : (await members.load(memberId)).state;
    const email = accountEmail(state?.contact?.email ?? '');
    if (memberId === undefined || !state || state.closedAt !== null || email === undefined) return undefined;
    if (!state.links.some((one) => one.accountKey === key)) return undefined;
    await credentials.restore(memberId, email, [[provider, key]]);
    return { memberId, member: state };
  }

  async function link(
    memberId: string,
    provider: Provider,
    key: string,
    { context }: Caller,
    proven?: Proven,
  ): Promise<Member | 'taken' | 'unproven'> {
    try {
      const command = {
        type: 'LinkSignIn',
        at: context.now.toISOString(),
        way: wayOf(provider),
        accountKey: key,
        ...(proven && { passwords: proven.passwords }),
      } as const;
      return (await members.change(memberId, command, { ...context, actor: { kind: 'member', id: memberId } })).state ?? 'taken';
    } catch (error) {
      if (error instanceof Rejected) return error.rejection.code === 'SIGN_IN_ANEW' ? 'unproven' : 'taken';
      throw error;
    }
  }

  /** The library's row comes first: of two members who link the same login, one gets it. */
  async function linkTo(proven: Proven, provider: Provider, key: string, caller: Caller): Promise<Member | 'taken' | 'unproven'> {
    const { memberId } = proven;
    const other = await memberOf(provider, key, caller);
    if (other === 'unfinished' || (other && other.memberId !== memberId)) return 'taken';
    if ((await credentials.addLogin(memberId, provider, key)) !== memberId) return 'taken';
    const linked = await link(memberId, provider, key, caller, proven);
    if (linked === 'taken' || linked === 'unproven') await credentials.removeLogin(memberId, provider, key);
    return linked;
  }

  /**
   * Whether the e-mail has an account of another kind, which signs in first. Counted as a look at an account. One that finds none does
   * not count: the newcomers of a whole city may come from one address of a carrier.
   */
  async function hasAccount(email: string | null, caller: Caller): Promise<boolean> {
    const own = email === null ? undefined : accountEmail(email);
    if (own === undefined) return false;
    const takeBack = await members.limited(own, caller);
    const accountId = await credentials.accountOf(own);
    if (accountId !== undefined && (await members.load(accountId)).state !== null) return true;
    await takeBack();
    return false;
  }

  /** Signs in the member of this login, or keeps the person for the form that completes the registration. */
  async function signIn(provider: Provider, person: Person, redirect: string | null, caller: Caller): Promise<Ending> {
    const key = members.keyOf(provider, person.id);
    const known = await memberOf(provider, key, caller);
    if (known !== undefined && known !== 'unfinished') {
      const session = await credentials.openSessionOf(known.memberId, provider, key);
      if (!session) return { state: 500 };
      await lineSessions.open(session, person);
      return { state: 200, session, member: known.member };
    }
    if (known === undefined && (await hasAccount(person.email, caller))) return { state: 409 };
    const content: Pending = { provider, person, redirect };
    const pending = await tokens.put('PENDING', { owner: '', content, lifeMs: PENDING_MS });
    return { state: known === 'unfinished' ? 205 : 404, pending };
  }

  return {
    /** @param link the member who adds this way to sign in, and has proven to be there; `withoutApp`: as in `StartOptions` */
    async start(
      provider: Provider,
      {
        browser,
        redirect,
        link: proven,
        inTab,
        withoutApp,
      }: { browser: string; redirect: string | null; link: Proven | null; inTab: boolean; withoutApp: boolean },
    ): Promise<string> {
      // LINE wants letters and digits.
      const state = (inTab ? OF_TAB : '') + randomBytes(24).toString('hex');
      const { url, started } = await providers[provider].start({ state, withoutApp });
      const content: StateContent = { provider, browser: browserKey(browser), started, redirect, link: proven };
      await tokens.put('STATE', { token: state, owner: '', content, lifeMs: STATE_MS });
      return url;
    },

    async finish(
      provider: Provider,
      query: URLSearchParams,
      { browser, memberId, sessionId }: { browser: string | undefined; memberId: string | undefined; sessionId: string | undefined },
      caller: Caller,
    ): Promise<Outcome> {
      const begun = await taken(provider, query, browser);
      if (!begun) return { state: 500, redirect: null };
      const { redirect, link: proven, started } = begun;
      const where = { redirect, ...(proven && { link: true as const }) };
      const error = query.get('error');
      if (error !== null) return { state: error.toUpperCase() === 'ACCESS_DENIED' ? 405 : 500, ...where };
      if (proven && proven.memberId !== memberId) return { state: 500, redirect };
      if (proven && proven.sessionId !== sessionId) return { state: 403, ...where };
      const person = await personOf(provider, query, started);
      if (!person) return { state: 500, ...where };
      if (!proven) return { ...(await signIn(provider, person, redirect, caller)), redirect };
      const linked = await linkTo(proven, provider, members.keyOf(provider, person.id), caller);
      if (linked === 'unproven') return { state: 403, ...where };
      return linked === 'taken' ? { state: 409, ...where } : { state: 200, member: linked, ...where };
    },

    pending: async (token: string | undefined): Promise<Pending | undefined> =>
      token === undefined ? undefined : (await tokens.find<Pending>('PENDING', token))?.content,

    /** The member of this pending registration if there is one by now. */
    memberOf: (provider: Provider, key: string, caller: Caller) => memberOf(provider, key, caller),

    async completed(token: string, session: Session, { person }: Pending): Promise<void> {
      await lineSessions.open(session, person);
      await tokens.take('PENDING', token);
    },

    autoLogin: lineSessions.autoLogin,
    /**
     * LINE's id of the member. The shop keeps it with the sessions that began at LINE, and a keyed hash of it in the events.
     * undefined: there is no such session, or another login is linked now
     */
    async lineIdOf(memberId: string, { links }: Pick<Member, 'links'>): Promise<string | undefined> {
      const keys = links.flatMap(({ way, accountKey }) => (way === 'LINE' ? accountKey : []));
      return keys.length === 0 ? undefined : (await lineSessions.idsOf(memberId)).find((id) => keys.includes(members.keyOf('line', id)));
    },
    signOut: lineSessions.signOut,

    /**
     * The other sessions end, because one of them may have begun with this way: before the event, so that a process that dies
     * after it leaves none of them, and after it, because one may have begun in between.
     * @throws Rejected 409 for the last way
     */
    async unlink({ memberId, passwords }: Proven, way: LoginType, sessionToken: string, { context }: Caller): Promise<Member> {
      const command = { type: 'UnlinkSignIn', at: context.now.toISOString(), way, reason: 'MEMBER', passwords } as const;
      await members.check(memberId, command);
      await credentials.endSessions(memberId, sessionToken);
      const { state } = await members.change(memberId, command, context);
      if (state === null) throw new Error('a member changed and does not exist');
      await credentials.removeLogin(memberId, way === 'EMAIL' ? 'credential' : way === 'LINE' ? 'line' : 'facebook');
      await credentials.endSessions(memberId, sessionToken);
      return state;
    },
  };
}
