import { hash, type KeyObject, randomBytes } from 'node:crypto';
import type { Migration } from '@nordhaut/platform/database';
import type pg from 'pg';
import { openValue, sealValue } from './sealing.ts';

/**
 * Secrets that somebody outside holds for a short time: the token of a link in a mail, the `state` of a sign-in at a
 * provider, a registration that waits for its form, a proof that the session's owner is there. The table has the secret's hash
 * and the sealed content.
 */
export type TokenKind = 'RESET' | 'ADDRESS' | EarlierKind | 'STATE' | 'PENDING' | 'PROOF';

/** The link that confirms an address, of releases that kept one link of a member. Nothing makes it any more. */
type EarlierKind = 'CONFIRM';

export const tokenMigrations: Migration[] = [
  {
    name: 'accounts/003-one-time-tokens',
    expand: true,
    sql: `
      create table account_tokens (
        hash bytea primary key,
        kind text not null,
        owner text not null,
        request text not null,
        sealed bytea not null,
        used boolean not null default false,
        ends_at timestamptz not null
      );
      create unique index on account_tokens (kind, owner) where kind in ('RESET', 'CONFIRM');
      create index on account_tokens (owner);
      create index on account_tokens (ends_at)`,
  },
  {
    // One link of each address: the welcome's link must not end that of a new address, whose mail may be written first.
    name: 'accounts/005-a-link-of-each-address',
    expand: true,
    sql: "create unique index on account_tokens (owner, request) where kind = 'ADDRESS'",
  },
  {
    // LINE's tokens of a session move into its row, so that they end with it.
    name: 'accounts/006-line-tokens-of-a-session',
    expand: true,
    sql: `
      alter table account_sessions add column "lineTokens" bytea;
      update account_sessions set "lineTokens" = sealed from account_tokens
        where kind = 'LINE_SESSION' and hash = sha256(convert_to(token, 'UTF8'));
      delete from account_tokens where kind = 'LINE_SESSION'`,
  },
];

export type NewToken = {
  /** the member; empty where there is none yet */
  owner: string;
  /** the request that the token answers; empty where there is none */
  request?: string;
  content: object;
  lifeMs: number;
  /** default: 32 random bytes */
  token?: string;
};
export type FoundToken<Content> = { owner: string; request: string; content: Content };

export type OneTimeTokens = ReturnType<typeof oneTimeTokens>;

const TOKEN = /^[A-Za-z0-9_-]{16,128}$/;
export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer');

export function oneTimeTokens({ pool, key, clock }: { pool: Pick<pg.Pool, 'query'>; key: KeyObject; clock: () => Date }) {
  type Row = { hash: Buffer; owner: string; request: string; sealed: Buffer };
  const opened = <Content>(kind: TokenKind, row: Row | undefined): FoundToken<Content> | undefined => {
    if (!row) return undefined;
    const content = openValue<Content>(key, `${kind}/${row.hash.toString('hex')}`, row.sealed);
    return content && { owner: row.owner, request: row.request, content };
  };
  const put = async (
    kind: TokenKind,
    { owner, request = '', content, lifeMs, token = randomBytes(32).toString('base64url') }: NewToken,
    onConflict: string,
  ): Promise<string | undefined> => {
    const now = clock();
    const digest = hashOfToken(token);
    const { rowCount } = await pool.query(
      `with gone as (
         delete from account_tokens where hash in (select hash from account_tokens where ends_at <= $6 limit 20 for update skip locked))
       insert into account_tokens as held (hash, kind, owner, request, sealed, ends_at) values ($1, $2, $3, $4, $5, $7) ${onConflict}`,
      [
        digest,
        kind,
        owner,
        request,
        sealValue(key, `${kind}/${digest.toString('hex')}`, content),
        // Ended rows stay for a day, so that a request that was used is not answered again.
        new Date(now.getTime() - 86_400_000),
        new Date(now.getTime() + lifeMs),
      ],
    );
    return rowCount === 1 ? token : undefined;
  };

  return {
    async put(kind: 'STATE' | 'PENDING' | 'PROOF', token: NewToken): Promise<string> {
      const made = await put(
        kind,
        token,
        'on conflict (hash) do update set sealed = excluded.sealed, ends_at = excluded.ends_at where held.kind = excluded.kind',
      );
      if (made === undefined) throw new Error('a token exists twice');
      return made;
    },

    /** Replaces the owner's earlier link to a new password. @returns undefined if the link of this request was used */
    replaceReset: (token: NewToken & { request: string }): Promise<string | undefined> =>
      put(
        'RESET',
        token,
        `on conflict (kind, owner) where kind in ('RESET', 'CONFIRM') do update set
           hash = excluded.hash, request = excluded.request, sealed = excluded.sealed, used = false, ends_at = excluded.ends_at
         where not (held.used and held.request = excluded.request)`,
      ),

    /** Replaces the earlier link that confirms this address for its owner. `request`: the address's key */
    replaceAddress: (token: NewToken & { request: string }): Promise<string | undefined> =>
      put(
        'ADDRESS',
        token,
        `on conflict (owner, request) where kind = 'ADDRESS' do update set
           hash = excluded.hash, sealed = excluded.sealed, used = false, ends_at = excluded.ends_at`,
      ),

    async find<Content>(kind: TokenKind, token: string): Promise<FoundToken<Content> | undefined> {
      if (!TOKEN.test(token)) return undefined;
      const { rows } = await pool.query<Row>(
        'select hash, owner, request, sealed from account_tokens where hash = $1 and kind = $2 and not used and ends_at > $3',
        [hashOfToken(token), kind, clock()],
      );
      return opened(kind, rows[0]);
    },

    /** Uses the token: of several calls at once, one gets it. */
    async take<Content>(kind: TokenKind, token: string): Promise<FoundToken<Content> | undefined> {
      if (!TOKEN.test(token)) return undefined;
      const { rows } = await pool.query<Row>(
        `update account_tokens set used = true where hash = $1 and kind = $2 and not used and ends_at > $3
         returning hash, owner, request, sealed`,
        [hashOfToken(token), kind, clock()],
      );
      return opened(kind, rows[0]);
    },

    async dropOf(owner: string): Promise<void> {
      await pool.query('delete from account_tokens where owner = $1', [owner]);
    },
  };
}
