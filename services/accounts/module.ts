import { legalAgreements } from './legal.ts';
import type { Engine } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import type { Module } from '@nordhaut/platform/module';
import { createAccounts } from './accounts.ts';
import { createCredentials } from './credentials.ts';
import { credentialMigrations } from './credentials-tables.ts';
import { accountRoutes } from './http.ts';
import { attemptLimits, limitMigrations } from './limits.ts';
import { memberUid } from './member-uid.ts';
import { membersProjection } from './projections/members.ts';
import { authorise, sessionCookies } from './session-cookies.ts';
import { memberSeeding } from './seeding.ts';
import { adoptGuestOrders, type AdoptOrders, holdersOf } from './signed-in.ts';
import { MEMBER_CATEGORY } from './stream.ts';
import { rememberAddress } from './remember-address.ts';
import { taipeiDay } from './taipei-day.ts';

export type AccountsFace = ReturnType<typeof openAccounts>;

export function openAccounts({ config, pool, commands, clock, logger }: Engine) {
  const emailKey = deriveKey(config.SESSION_SECRET, 'account-email');
  const memberKey = deriveKey(config.SESSION_SECRET, 'member-keys');
  const credentials = createCredentials({
    pool,
    emailKey,
    secret: deriveKey(config.SESSION_SECRET, 'account-library').export().toString('hex'),
  });
  const cookies = sessionCookies(config.PUBLIC_URL.startsWith('https:'));
  const own = createAccounts({
    commands,
    pool,
    credentials,
    limits: config.RATE_LIMITS
      ? attemptLimits({ pool, key: deriveKey(config.SESSION_SECRET, 'account-attempts'), clock, factor: config.RATE_LIMIT_FACTOR })
      : undefined,
    agreements: legalAgreements,
    key: memberKey,
    log: logger,
  });
  return {
    rememberAddress: rememberAddress(own, logger),
    cookies,
    holdersOf: holdersOf(pool),
    publicIdOf: memberUid,
    seedMembers: memberSeeding({ pool, credentials, emailKey, memberKey, agreements: legalAgreements }),
    credentials,
    /** of every request of the shop */
    authorise: authorise(credentials, cookies),
    accounts: own,
  };
}

export const accounts: Module<{ accounts: AccountsFace; ordering: { adopt: AdoptOrders } }> = {
  name: 'accounts',
  streams: [MEMBER_CATEGORY],
  migrations: [...credentialMigrations, ...limitMigrations],
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  projections: [membersProjection],
  routes: ({ clock, logger }, { accounts: face, ordering }) => [
    accountRoutes({
      accounts: face.accounts,
      cookies: face.cookies,
      today: () => taipeiDay(clock()),
      adopt: adoptGuestOrders(face.accounts, ordering.adopt, logger),
    }),
  ],
};
