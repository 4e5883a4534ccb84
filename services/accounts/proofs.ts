import { accountMessages as messages } from '@nordhaut/contracts';
import { refuse } from '@nordhaut/platform/http';
import type { Caller, Members, Proving } from './members.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

/** ms from the password to the change that it allows */
export const PROOF_MS = 5 * 60_000;

/** `passwords`: as in the member's state when the person proved to be the member */
export type Proven = { memberId: string; sessionId: string; passwords: number };

type Content = Omit<Proven, 'memberId'>;

export type Proofs = ReturnType<typeof createProofs>;

/**
 * Short-lived proofs that the owner of a session is there, for calls that cannot carry a password: the way to a provider, and a
 * removal without a body. A proof is good for one change, in the session that asked for it, until a new password
 * (infra/decisions/111).
 */
export function createProofs({ members, tokens }: { members: Pick<Members, 'proveAnew' | 'living'>; tokens: OneTimeTokens }) {
  /** undefined: there is no proof, or it is of another session or of the time before a new password */
  async function take(token: string | undefined, who: Pick<Proven, 'memberId' | 'sessionId'>): Promise<Proven | undefined> {
    const found = token === undefined ? undefined : await tokens.take<Content>('PROOF', token);
    if (found?.owner !== who.memberId || found.content.sessionId !== who.sessionId) return undefined;
    const { member } = await members.living(who.memberId);
    return found.content.passwords === member.passwords ? { ...who, passwords: member.passwords } : undefined;
  }
  return {
    /** @returns the proof's token. @throws Rejected as `proveAnew` */
    async make(who: Proving & { sessionId: string }, caller: Caller): Promise<string> {
      const { passwords } = await members.proveAnew(who, caller);
      const content: Content = { sessionId: who.sessionId, passwords };
      return tokens.put('PROOF', { owner: who.memberId, content, lifeMs: PROOF_MS });
    },
    take,
    /** @throws Rejected 403 */
    async need(token: string | undefined, who: Pick<Proven, 'memberId' | 'sessionId'>): Promise<Proven> {
      return (await take(token, who)) ?? refuse(403, 'SIGN_IN_ANEW', messages.proveFirst);
    },
  };
}
