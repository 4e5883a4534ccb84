import { hash, type KeyObject } from 'node:crypto';
import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import type { Credentials, Session } from '../credentials.ts';
import { openValue, sealValue } from '../sealing.ts';
import type { Line } from './line.ts';
import type { Person } from './provider.ts';

type LineSession = { userId: string; tokens: NonNullable<Person['tokens']> };

export type LineSessionsOptions = {
  pool: Pick<pg.Pool, 'query'>;
  credentials: Pick<Credentials, 'signOut'>;
  /** of the sealed tokens */
  key: KeyObject;
  line: Line;
  log: Pick<Logger, 'warn'>;
};

/**
 * LINE's tokens of a session of the shop: for auto login, and for the end of both sessions. They are in the session's row, so
 * they go with it.
 */
export function createLineSessions({ pool, credentials, key, line, log }: LineSessionsOptions) {
  /** The name under which an earlier release sealed them. */
  const rowOf = (sessionToken: string): string => `LINE_SESSION/${hash('sha256', sessionToken)}`;

  async function find(sessionToken: string): Promise<LineSession | undefined> {
    const { rows } = await pool.query<{ sealed: Buffer | null }>('select "lineTokens" as sealed from account_sessions where token = $1', [
      sessionToken,
    ]);
    const sealed = rows[0]?.sealed;
    return sealed ? openValue<LineSession>(key, rowOf(sessionToken), sealed) : undefined;
  }
  const keep = (sessionToken: string, content: LineSession) =>
    pool.query('update account_sessions set "lineTokens" = $2 where token = $1', [
      sessionToken,
      sealValue(key, rowOf(sessionToken), content),
    ]);

  return {
    async open({ token }: Session, { id, tokens }: Person): Promise<void> {
      if (tokens !== undefined) await keep(token, { userId: id, tokens });
    },

    /** LINE's ids of the persons who signed in to the account's open sessions, the newest first. */
    async idsOf(accountId: string): Promise<string[]> {
      const { rows } = await pool.query<{ token: string; sealed: Buffer }>(
        `select token, "lineTokens" as sealed from account_sessions
         where "userId" = $1 and "lineTokens" is not null and "expiresAt" > now() order by "createdAt" desc`,
        [accountId],
      );
      return rows.flatMap(({ token, sealed }) => openValue<LineSession>(key, rowOf(token), sealed)?.userId ?? []);
    },

    /** LINE's id of the person of this session, if LINE still knows the session. */
    async autoLogin(sessionToken: string): Promise<string | undefined> {
      const found = await find(sessionToken);
      if (!found) return undefined;
      const { userId, tokens: held } = found;
      const now = await line.restore(held).catch(() => undefined);
      if (!now) {
        // Another request may have refreshed the token a moment ago.
        const again = await find(sessionToken);
        return again && again.tokens.access !== held.access ? userId : undefined;
      }
      if (now.access !== held.access) await keep(sessionToken, { userId, tokens: now });
      return userId;
    },

    /** Ends the session, and the one at LINE. A LINE that does not answer does not keep the member signed in here. */
    async signOut(sessionToken: string): Promise<void> {
      const found = await find(sessionToken);
      await credentials.signOut(sessionToken);
      if (found) await line.revoke(found.tokens.access).catch(() => log.warn('LINE did not revoke an access token'));
    },
  };
}
