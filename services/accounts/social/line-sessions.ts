import type { Logger } from '@nordhaut/platform/telemetry';
import type { Session } from '../credentials.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import type { Line } from './line.ts';
import type { Person } from './provider.ts';

const LINE_SESSION_MS = 30 * 86_400_000;

type LineSession = { userId: string; tokens: NonNullable<Person['tokens']> };

/** LINE's tokens of a session of the shop: for auto login, and for the end of both sessions. */
export function createLineSessions({ tokens, line, log }: { tokens: OneTimeTokens; line: Line; log: Pick<Logger, 'warn'> }) {
  return {
    async open(session: Session, { id, tokens: held }: Person): Promise<void> {
      if (held === undefined) return;
      const content: LineSession = { userId: id, tokens: held };
      await tokens.put('LINE_SESSION', { token: session.token, owner: session.accountId, content, lifeMs: LINE_SESSION_MS });
    },

    /** LINE's id of the person of this session, if LINE still knows the session. */
    async autoLogin(sessionToken: string): Promise<string | undefined> {
      const found = await tokens.find<LineSession>('LINE_SESSION', sessionToken);
      if (!found) return undefined;
      const { userId, tokens: held } = found.content;
      const now = await line.restore(held).catch(() => undefined);
      if (!now) {
        // Another request may have refreshed the token a moment ago.
        const again = await tokens.find<LineSession>('LINE_SESSION', sessionToken);
        return again && again.content.tokens.access !== held.access ? userId : undefined;
      }
      if (now.access !== held.access) {
        const content: LineSession = { userId, tokens: now };
        await tokens.put('LINE_SESSION', { token: sessionToken, owner: found.owner, content, lifeMs: LINE_SESSION_MS });
      }
      return userId;
    },

    /** Ends the session at LINE. A LINE that does not answer does not keep the member signed in here. */
    async leave(sessionToken: string): Promise<void> {
      const found = await tokens.find<LineSession>('LINE_SESSION', sessionToken);
      if (!found) return;
      await tokens.drop('LINE_SESSION', sessionToken);
      await line.revoke(found.content.tokens.access).catch(() => log.warn('LINE did not revoke an access token'));
    },
  };
}
