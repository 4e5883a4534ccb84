import type { Migration } from '@nordhaut/platform/database';

/**
 * The library's tables: passwords, sessions and the ids of LINE and Facebook accounts. They hold no person: the e-mail is a
 * keyed hash, the name is empty. Everything else about a member is an event of the member's stream, so without these tables
 * the shop loses sessions and passwords and nothing else (decisions.md 95).
 */
export const credentialMigrations: Migration[] = [
  {
    name: 'accounts/001-credentials',
    expand: true,
    sql: `
      create table account_users (
        id text primary key,
        name text not null,
        email text not null unique,
        "emailVerified" boolean not null,
        image text,
        "createdAt" timestamptz not null,
        "updatedAt" timestamptz not null
      );
      create table account_sessions (
        id text primary key,
        token text not null unique,
        "userId" text not null references account_users (id) on delete cascade,
        "expiresAt" timestamptz not null,
        "createdAt" timestamptz not null,
        "updatedAt" timestamptz not null,
        "ipAddress" text,
        "userAgent" text
      );
      create index on account_sessions ("userId");
      create index on account_sessions ("expiresAt");
      create table account_logins (
        id text primary key,
        "accountId" text not null,
        "providerId" text not null,
        "userId" text not null references account_users (id) on delete cascade,
        "accessToken" text,
        "refreshToken" text,
        "idToken" text,
        "accessTokenExpiresAt" timestamptz,
        "refreshTokenExpiresAt" timestamptz,
        scope text,
        password text,
        "createdAt" timestamptz not null,
        "updatedAt" timestamptz not null,
        unique ("providerId", "accountId")
      );
      create index on account_logins ("userId");
      create table account_verifications (
        id text primary key,
        identifier text not null,
        value text not null,
        "expiresAt" timestamptz not null,
        "createdAt" timestamptz not null,
        "updatedAt" timestamptz not null
      );
      create index on account_verifications (identifier);
      create index on account_verifications ("expiresAt")`,
  },
  {
    // By which login the person of a session signed in, as in "providerId". Null: by a registration with a password, or by an
    // earlier release.
    name: 'accounts/004-sign-in-of-a-session',
    expand: true,
    sql: `alter table account_sessions add column "signedInBy" text`,
  },
  {
    // How many new passwords the member has with this one. Null: the first password, or one whose event came before its row.
    name: 'accounts/007-number-of-a-password',
    expand: true,
    sql: `alter table account_logins add column "passwordNumber" integer`,
  },
  {
    // When somebody last signed in. The session itself may have been ended since. Null: only in an earlier release.
    name: 'accounts/008-last-sign-in',
    expand: true,
    sql: `alter table account_users add column "signedInAt" timestamptz`,
  },
];
