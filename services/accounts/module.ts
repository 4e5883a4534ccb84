import { accountEmail, dayOf } from '@nordhaut/contracts';
import { legalAgreements } from '@nordhaut/contracts/legal/agreements';
import type { Engine } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import type { Module } from '@nordhaut/platform/module';
import { createAccounts } from './accounts.ts';
import { createAddresses } from './addresses.ts';
import { birthdayCorrections } from './birthday-corrections.ts';
import { createClosing, memberWaits } from './closing.ts';
import { createCredentials } from './credentials.ts';
import { credentialMigrations } from './credentials-tables.ts';
import { dueBefore, memberForgetting } from './forget-members.ts';
import { accountRoutes } from './http.ts';
import { linkRoutes } from './link-routes.ts';
import { attemptLimits, limitMigrations } from './limits.ts';
import { memberUid } from './member-uid.ts';
import { type HasOrdered, memberRoutes } from './member-routes.ts';
import { createMembers } from './members.ts';
import { oneTimeTokens, tokenMigrations } from './one-time-tokens.ts';
import { createPasswords } from './passwords.ts';
import { createProofs, PROOF_MS } from './proofs.ts';
import { createReferrals, type TracesOf } from './referrals.ts';
import { codesOfMembers, memberOfCode, memberOfEmail, membersProjection, overdueMembers } from './projections/members.ts';
import { restoreCredentials } from './restore-credentials.ts';
import { secretCookie } from './secret-cookies.ts';
import { securityRoutes } from './security-routes.ts';
import { authorise, sessionCookies } from './session-cookies.ts';
import { memberSeeding } from './seeding.ts';
import { type AdoptCart, adoptFor, adoptFromBrowser, type AdoptOrders, holdersOf } from './signed-in.ts';
import { SocialConfig } from './social/config.ts';
import { createFacebook } from './social/facebook.ts';
import { createLine } from './social/line.ts';
import { socialRoutes } from './social/routes.ts';
import { createSocialSignIn, PENDING_MS, STATE_MS } from './social/sign-in.ts';
import { MEMBER_CATEGORY } from './stream.ts';
import { rememberAddress } from './remember-address.ts';
import { createMuting } from './muting.ts';
import { type FoundingNumberOf, memberViews, type MutedBy } from './member-views.ts';
import { wishlistRoutes, type WishedProducts } from './wishlist-routes.ts';

/** for which a browser counts as one in which the account was open, after its last sign-in there */
const KNOWN_SECONDS = 365 * 86_400;

/** ms that support waits for the read model of the members */
const WAIT_MS = 3_000;

export type AccountsFace = ReturnType<typeof openAccounts>;

type OtherFaces = { catalogue: { mutedBy: MutedBy }; orders: { traces: TracesOf }; promotions: { foundingNumberOf: FoundingNumberOf } };

export function openAccounts(engine: Engine, { catalogue, orders, promotions: { foundingNumberOf } }: OtherFaces) {
  const { config, pool, commands, clock, logger, projector, store } = engine;
  const caughtUp = async () => projector.waitFor(membersProjection.name, await store.head(), WAIT_MS);
  const emailKey = deriveKey(config.SESSION_SECRET, 'account-email');
  const memberKey = deriveKey(config.SESSION_SECRET, 'member-keys');
  const credentials = createCredentials({
    pool,
    clock,
    emailKey,
    secret: deriveKey(config.SESSION_SECRET, 'account-library').export().toString('hex'),
  });
  const secure = config.PUBLIC_URL.startsWith('https:');
  const cookies = sessionCookies(secure);
  const limits = config.RATE_LIMITS
    ? attemptLimits({ pool, key: deriveKey(config.SESSION_SECRET, 'account-attempts'), clock, factor: config.RATE_LIMIT_FACTOR })
    : undefined;
  const members = createMembers({ commands, credentials, limits, key: memberKey });
  const tokenKey = deriveKey(config.SESSION_SECRET, 'account-tokens');
  const tokens = oneTimeTokens({ pool, key: tokenKey, clock });
  const passwords = createPasswords({ members, credentials, tokens, clock });
  const addresses = createAddresses({ members, credentials, tokens });
  const providers = { config: config.of(SocialConfig), publicUrl: config.PUBLIC_URL, clock };
  const social = createSocialSignIn({
    members,
    credentials,
    tokens,
    pool,
    sealingKey: tokenKey,
    line: createLine(providers),
    facebook: createFacebook(providers),
    log: logger,
  });
  const own = createAccounts({
    members,
    addresses,
    passwords,
    social,
    referrals: createReferrals({ members, pool, tracesOf: orders.traces }),
    credentials,
    agreements: legalAgreements,
    log: logger,
    viewOf: memberViews(catalogue.mutedBy, foundingNumberOf),
    foundingNumberOf,
  });
  const birthdays = birthdayCorrections({ members, clock });
  return {
    rememberAddress: rememberAddress(own, logger),
    cookies,
    holdersOf: holdersOf({ pool, clock }),
    publicIdOf: memberUid,
    codesOf: (memberIds: readonly string[]) => codesOfMembers(pool, memberIds),
    /** the member of the open account with this invite code, as the read model has it */
    memberOfCode: async (code: string): Promise<string | undefined> => (await memberOfCode(pool, code))?.memberId,
    previewBirthday: birthdays.preview,
    correctBirthday: birthdays.correct,
    /** the member of an account with this e-mail; undefined: there is none */
    memberOfEmail: async (email: string): Promise<string | undefined> => {
      const address = accountEmail(email);
      if (address === undefined) return undefined;
      const find = () => memberOfEmail(pool, own.emailKey(address));
      // Somebody who registered a moment ago is not in the read model yet.
      return (await find()) ?? (await caughtUp().then(find));
    },
    linkCookies: {
      reset: secretCookie(secure, 'password-link', 3600),
      confirm: secretCookie(secure, 'confirm-link', 3600),
      browser: secretCookie(secure, 'sign-in', STATE_MS / 1000),
      pending: secretCookie(secure, 'pending-registration', PENDING_MS / 1000),
      proof: secretCookie(secure, 'member-proof', PROOF_MS / 1000),
      known: secretCookie(secure, 'known-browser', KNOWN_SECONDS),
    },
    seedMembers: memberSeeding({ pool, credentials, emailKey, memberKey, agreements: legalAgreements }),
    credentials,
    passwords,
    addresses,
    social,
    proofs: createProofs({ members, tokens }),
    closing: createClosing({ members, credentials, tokens, waitsOf: memberWaits(engine), log: logger }),
    /** of every request of the shop */
    authorise: authorise(credentials, cookies),
    accounts: own,
    /**
     * The member with the fields of the specification's User that the profile has not (spec/2-accounts-and-members §3). `user_binding`: the
     * referral code of somebody else that the member is bound to (§4, "Referral binding"). null: there is none. @throws Rejected 401
     */
    async userOf(memberId: string) {
      const { member, revision } = await members.living(memberId);
      const [view, lineId, lastSignIn] = await Promise.all([
        own.viewOf(memberId, member, revision),
        social.lineIdOf(memberId, member),
        credentials.lastSignIn(memberId),
      ]);
      return {
        ...view,
        user_line_id: lineId ?? null,
        user_binding: member.referral?.code ?? null,
        user_last_login_at: lastSignIn?.toISOString() ?? null,
      };
    },
    muting: createMuting({ commands, pool, caughtUp }),
    /** For the mail with the link to a new password: its token, or undefined where the mail is not needed any more. */
    makeResetToken: passwords.makeResetToken,
    /** For the mail with the link that confirms an address: its token and the address, or undefined as above. */
    makeConfirmToken: addresses.makeConfirmToken,
  };
}

export const accounts: Module<{
  accounts: AccountsFace;
  ordering: { adopt: AdoptOrders; memberOrders: { hasOrdered: HasOrdered } };
  cart: { adopt: AdoptCart };
  catalogue: WishedProducts;
  promotions: { invitationGives(at: Date): Promise<boolean> };
}> = {
  name: 'accounts',
  config: SocialConfig,
  simulated: (url) => ({
    LINE_AUTH_BASE_URL: url,
    LINE_API_BASE_URL: url,
    FB_DIALOG_BASE_URL: `${url}/v24.0`,
    FB_GRAPH_BASE_URL: `${url}/v24.0`,
  }),
  streams: [MEMBER_CATEGORY],
  migrations: [...credentialMigrations, ...limitMigrations, ...tokenMigrations],
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  projections: [membersProjection],
  forgets: memberForgetting,
  metrics: ({ metrics, pool, clock }) =>
    void metrics.gauge(
      'forgetting_overdue_members',
      'Closed accounts whose last lawful day has passed and whose person is not forgotten, counted up to 100',
      [],
      async (gauge) => gauge.set((await overdueMembers(pool, dueBefore(clock()))).length),
      { shared: true },
    ),
  jobs: [
    {
      name: 'restore-accounts',
      async run({ open }) {
        const { engine, faces } = await open();
        const restored = await restoreCredentials(engine, faces.accounts.credentials);
        return `${restored} accounts were made again from the members' events. Passwords and sessions that were lost before stay lost.`;
      },
    },
  ],
  routes({ clock, logger }, { accounts: face, ordering, cart, catalogue, promotions: { invitationGives } }) {
    const adopt = adoptFromBrowser(face.accounts, { orders: ordering.adopt, cart: cart.adopt }, logger);
    const later = { ...face, adoptFor: adoptFor(face.accounts, adopt, logger) };
    return [
      accountRoutes({ ...face, adopt }),
      memberRoutes({ ...face, today: () => dayOf(clock()), hasOrdered: ordering.memberOrders.hasOrdered, invitationGives }),
      wishlistRoutes(face, catalogue),
      linkRoutes(face.linkCookies),
      securityRoutes(later),
      socialRoutes(later),
    ];
  },
};
