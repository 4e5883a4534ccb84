import { randomUUID } from 'node:crypto';
import type { RequestContext } from '@nordhaut/platform/http';
import type { ForgettingEngine, Waits } from '@nordhaut/platform/forgetting';
import type { Logger } from '@nordhaut/platform/telemetry';
import type { Credentials } from './credentials.ts';
import type { Caller, Members } from './members.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

export type ClosingOptions = {
  members: Members;
  credentials: Credentials;
  tokens: OneTimeTokens;
  waitsOf: (memberId: string, orders: readonly string[]) => Promise<Waits>;
  log: Pick<Logger, 'warn'>;
};
export type Closing = ReturnType<typeof createClosing>;

/** Among the reasons why the data of a closed account waits. */
const UNKNOWN = 'UNKNOWN';

/** What each capability still needs a member for. The capabilities' lists together are the deletion (decisions.md 98). */
export const memberWaits =
  (engine: Pick<ForgettingEngine, 'forgets'> & ForgettingEngine) =>
  async (memberId: string, orders: readonly string[]): Promise<Waits> => {
    const lists = await Promise.all(
      engine.forgets.map(({ memberWaits: waits }) => waits?.(engine, { memberId, orders }) ?? Promise.resolve([])),
    );
    const seen = new Set<string>();
    // Two capabilities may name the same open order.
    return lists.flat().filter(({ why, until }) => seen.size < seen.add(`${why} ${until}`).size);
  };

/** Deleting the account: the event, then the library's rows. Personal data follows when nothing is open any more. */
export function createClosing({ members, credentials, tokens, waitsOf, log }: ClosingOptions) {
  const end = async (memberId: string, proven: { passwords?: number }, context: RequestContext): Promise<void> => {
    await members.change(memberId, { type: 'CloseAccount', at: context.now.toISOString(), ...proven }, context);
    // The session goes last: with it the member can repeat what a crash cut short.
    await tokens.dropOf(memberId);
    await credentials.remove(memberId);
  };
  /** The account is closed by now and its session is gone, so an order that cannot be read must not make the answer a failure. */
  const pendingOf = async (memberId: string, orders: readonly string[]): Promise<string[]> => {
    try {
      return [...new Set((await waitsOf(memberId, orders)).map(({ why }) => why))];
    } catch (err) {
      log.warn({ err }, 'an account was closed, and what its data waits for could not be read; the forgetter looks again');
      return [UNKNOWN];
    }
  };
  return {
    /**
     * @returns what the rest waits for; `UNKNOWN` where that cannot be read
     * @throws Rejected 402, 403: not signed in anew; 429
     */
    async close(
      { memberId, sessionToken, password }: { memberId: string; sessionToken: string; password: string | undefined },
      caller: Caller,
    ): Promise<string[]> {
      const { state } = await members.load(memberId);
      // A repeat after a crash: the event is there, and the session still is.
      const proven = state?.closedAt === null ? await members.proveAnew({ memberId, sessionToken, password }, caller) : undefined;
      await end(memberId, proven ? { passwords: proven.passwords } : {}, { ...caller.context, commandId: randomUUID() });
      return pendingOf(memberId, state?.adopted ?? []);
    },
  };
}
