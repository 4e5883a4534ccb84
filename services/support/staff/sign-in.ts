import type { KeyObject } from 'node:crypto';
import { type AttemptLimits, openValue, sealValue } from '@nordhaut/accounts';
import type { JoinedAnswer } from '@nordhaut/contracts/support';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import { orThrow, refuse } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { messages } from '../messages.ts';
import { newAuthenticator, stepOf } from './authenticator.ts';
import type { StaffMembers } from './members.ts';
import type { Ceremony, Passkeys } from './passkeys.ts';
import { codeKey, hashOf, newAccountNo, newRecoveryCodes, newToken } from './secrets.ts';
import { type Staff, staffDecider } from './staff.decide.ts';
import type { FactorRow, NewFactor, StaffStore } from './store.ts';
import { staffStream } from './stream.ts';

const CHALLENGE_MS = 10 * 60_000;
/** ms for which a second factor that was shown again counts */
const FRESH_MS = 5 * 60_000;
const CODES = 10;
/** Makes the command ids of a link. */
const nameCommand = nameUuids('0d6b7c52-31f0-4e27-9a0e-5b6e8a3c9f11');
const NO_SECRET = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

export type StaffSignIn = ReturnType<typeof staffSignIn>;
export type SignInOptions = {
  commands: Commands;
  members: StaffMembers;
  store: StaffStore;
  keys: Passkeys;
  /** of the hashes of codes, and of what is sealed */
  key: KeyObject;
  brand: string;
  /** undefined where limits are off */
  limits: AttemptLimits | undefined;
  clock: () => Date;
};

type Origin = { context: CommandContext; ip: string };
export type Proof = { code: string } | { challengeId: string; response: Ceremony };

/** How a member of the staff gets the first factor, and signs in with it. */
export function staffSignIn({ commands, members, store, keys, key, brand, limits, clock }: SignInOptions) {
  const challenge = async (kind: string, value: object): Promise<string> => {
    const id = newToken();
    await store.putChallenge(hashOf(id), kind, sealValue(key, `${kind}/${id}`, value), CHALLENGE_MS);
    return id;
  };
  const answered = async <Value>(kind: string, id: string): Promise<Value> => {
    const sealed = await store.takeChallenge(hashOf(id), kind);
    return (sealed && openValue<Value>(key, `${kind}/${id}`, sealed)) ?? refuse(400, 'SIGN_IN_FAILED', messages.ceremonyFailed);
  };
  const invitee = async (token: string): Promise<{ staffId: string; name: string; anew: boolean }> => {
    const staffId = await store.invited(hashOf(token));
    const person = staffId === undefined ? undefined : await members.invitee(staffId);
    if (staffId === undefined || !person) return refuse(404, 'STAFF_INVITATION_INVALID', messages.invitationInvalid);
    return { staffId, ...person };
  };
  const factorIdOf = (token: string): string => hashOf(token).toString('hex').slice(0, 32);

  /**
   * The event comes before the rows, with ids from the link: a process that dies in between leaves the link, and its next
   * use repeats the same event. Of two uses at once one deletes the link.
   */
  async function join(token: string, staffId: string, factor: NewFactor, { context }: Origin): Promise<JoinedAnswer & { session: string }> {
    const byOneself = { ...context, actor: { kind: 'support' as const, id: staffId } };
    await members.beginFirst(staffId, { ...byOneself, commandId: nameCommand(`first/${factor.factorId}`) });
    const { factorId, kind } = factor;
    const command = { type: 'AddFactor', at: clock().toISOString(), kind, factorId } as const;
    orThrow(
      await commands.handle(staffStream(staffId), staffDecider, command, { ...byOneself, commandId: nameCommand(`join/${factorId}`) }),
    );
    const [accountNo, recoveryCodes] = [newAccountNo(), newRecoveryCodes(CODES)];
    const done = await store.join(hashOf(token), staffId, factor, {
      accountKey: codeKey(key, 'account', accountNo),
      codeKeys: recoveryCodes.map((code) => codeKey(key, 'recovery', code)),
    });
    if (!done) return refuse(404, 'STAFF_INVITATION_INVALID', messages.invitationInvalid);
    return { accountNo, recoveryCodes, session: await open(staffId, factorId) };
  }

  async function open(staffId: string, factorId: string): Promise<string> {
    const token = newToken();
    await store.openSession(hashOf(token), staffId, factorId);
    return token;
  }

  const failed = (): never => refuse(401, 'SIGN_IN_FAILED', messages.signInFailed);
  const holds = (staff: Staff, factorId: string): boolean => staff !== null && staff.factors.some((factor) => factor.factorId === factorId);

  /** The factor that a code opens; a code counts once. */
  async function factorOfCode(staffId: string | undefined, code: string, { context }: Origin): Promise<string | undefined> {
    const now = clock();
    if (/^\d{6}$/.test(code)) {
      const rows = staffId === undefined ? [] : await store.authenticators(staffId);
      // An account without an authenticator costs the same work.
      if (rows.length === 0) stepOf(NO_SECRET, code, now);
      for (const row of rows) {
        const opened = openValue<{ secret: string }>(key, `authenticator/${row.factor_id}`, row.sealed);
        const step = opened && stepOf(opened.secret, code, now);
        if (step !== undefined && (await store.useStep(row.factor_id, step))) return row.factor_id;
      }
      return undefined;
    }
    if (staffId === undefined) return undefined;
    const factorId = await store.useRecoveryCode(staffId, codeKey(key, 'recovery', code));
    if (factorId === undefined) return undefined;
    const command = { type: 'UseRecoveryCode', at: now.toISOString(), left: await store.recoveryCodesLeft(staffId) } as const;
    orThrow(await commands.handle(staffStream(staffId), staffDecider, command, { ...context, actor: { kind: 'support', id: staffId } }));
    return factorId;
  }

  /** The passkey that answered the challenge of a sign-in, with its person. @throws Rejected 401 */
  async function passkeyOf(challengeId: string, response: Ceremony): Promise<FactorRow> {
    const asked = await answered<{ challenge: string }>('sign-in', challengeId);
    const { id } = response;
    const row = typeof id === 'string' ? await store.passkey(id) : undefined;
    if (typeof id !== 'string' || !row) return failed();
    const credential = { id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) };
    const counter = await keys.signedIn(response, asked.challenge, credential);
    if (counter === undefined || !holds(await members.load(row.staff_id), row.factor_id)) return failed();
    await store.usePasskey(row.factor_id, counter);
    return row;
  }

  return {
    invitee,

    async passkeyForJoin(token: string) {
      const { staffId, name } = await invitee(token);
      const options = await keys.registration(staffId, name);
      return { challengeId: await challenge('join', { challenge: options.challenge, staffId }), options };
    },
    async joinByPasskey(token: string, challengeId: string, response: Ceremony, origin: Origin) {
      const { staffId } = await invitee(token);
      const asked = await answered<{ challenge: string; staffId: string }>('join', challengeId);
      const credential = asked.staffId === staffId ? await keys.registered(response, asked.challenge) : undefined;
      if (!credential) return refuse(400, 'SIGN_IN_FAILED', messages.ceremonyFailed);
      const { id: credentialId, publicKey, counter } = credential;
      return join(token, staffId, { factorId: factorIdOf(token), kind: 'passkey', credentialId, publicKey, counter }, origin);
    },

    async authenticatorForJoin(token: string) {
      const { staffId, name } = await invitee(token);
      const made = newAuthenticator(brand, name);
      return { challengeId: await challenge('authenticator', { secret: made.secret, staffId }), ...made };
    },
    async joinByAuthenticator(token: string, challengeId: string, code: string, origin: Origin) {
      const { staffId } = await invitee(token);
      const { secret, staffId: asked } = await answered<{ secret: string; staffId: string }>('authenticator', challengeId);
      const step = asked === staffId ? stepOf(secret, code, clock()) : undefined;
      if (step === undefined) return refuse(400, 'SIGN_IN_FAILED', messages.ceremonyFailed);
      const factorId = factorIdOf(token);
      const sealed = sealValue(key, `authenticator/${factorId}`, { secret });
      return join(token, staffId, { factorId, kind: 'authenticator', sealed, step }, origin);
    },

    async passkeyForSignIn() {
      const options = await keys.signIn();
      return { challengeId: await challenge('sign-in', { challenge: options.challenge }), options };
    },
    /** @returns the session's token. @throws Rejected 401 for every way to fail */
    async signInByPasskey(challengeId: string, response: Ceremony): Promise<string> {
      const row = await passkeyOf(challengeId, response);
      return open(row.staff_id, row.factor_id);
    },
    /** @throws Rejected 401 as above, 429 after too many attempts for the account or from the network */
    async signInByCode(accountNo: string, code: string, origin: Origin): Promise<string> {
      const account = codeKey(key, 'account', accountNo);
      const takeBack = await limits?.count(`staff/${account.toString('hex')}`, origin.ip);
      const staffId = await store.account(account);
      const factorId = await factorOfCode(staffId, code.trim(), origin);
      if (staffId === undefined || factorId === undefined || !holds(await members.load(staffId), factorId)) return failed();
      await takeBack?.();
      return open(staffId, factorId);
    },

    /**
     * Shows the second factor again in a session, before what cannot be undone.
     * @throws Rejected 401 where it is not the account's own, 429 after too many attempts
     */
    async confirm(token: string, staffId: string, proof: Proof, origin: Origin): Promise<void> {
      const staff = await members.load(staffId);
      if ('code' in proof) {
        const takeBack = await limits?.count(`confirm/${staffId}`, origin.ip);
        const factorId = await factorOfCode(staffId, proof.code.trim(), origin);
        if (factorId === undefined || !holds(staff, factorId)) return failed();
        await takeBack?.();
      } else {
        const owner = await passkeyOf(proof.challengeId, proof.response);
        if (owner.staff_id !== staffId) return failed();
      }
      await store.confirmSession(hashOf(token));
    },

    /** Who holds the session now; undefined: it ended, or its factor or account did. `isFresh`: the second factor was shown again just now */
    async session(
      token: string,
      { isUse }: { isUse: boolean },
    ): Promise<{ staffId: string; staff: NonNullable<Staff>; isFresh: boolean } | undefined> {
      const row = await store.session(hashOf(token), isUse);
      if (!row) return undefined;
      const staff = await members.load(row.staff_id);
      const isFresh = row.confirmed_at !== null && clock().getTime() - row.confirmed_at.getTime() < FRESH_MS;
      return staff && holds(staff, row.factor_id) ? { staffId: row.staff_id, staff, isFresh } : undefined;
    },
    signOut: (token: string): Promise<void> => store.endSession(hashOf(token)),
  };
}
