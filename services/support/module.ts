import { attemptLimits } from '@nordhaut/accounts';
import { supportActs, type OrderProcess } from './acting/act.ts';
import { errandRoutes, type ErrandsHttp } from './acting/errand-routes.ts';
import { refundDays } from './acting/limits.ts';
import { presence } from './acting/presence.ts';
import { actingRoutes } from './acting/routes.ts';
import type { Engine } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import type { Module } from '@nordhaut/platform/module';
import { SupportConfig } from './config.ts';
import { mutingRoutes, type MutingHttp } from './muting/routes.ts';
import { inquiryForgetting, inquiryMigration, inquiryRoutes } from './inquiries.ts';
import { orderHistory } from './orders/history.ts';
import { type OrdersHttp, supportOrderRoutes } from './orders/routes.ts';
import { authoriseStaff, consoleCookie } from './staff/authorise.ts';
import { staffMembers } from './staff/members.ts';
import { passkeys } from './staff/passkeys.ts';
import { staffProjection } from './staff/projection.ts';
import { staffRoutes } from './staff/routes.ts';
import { staffSignIn } from './staff/sign-in.ts';
import { staffStore } from './staff/store.ts';
import { STAFF_CATEGORY } from './staff/stream.ts';
import { supportMigrations } from './tables.ts';
import { viewLog } from './views.ts';
import { workDesk } from './work/desk.ts';
import { workRoutes } from './work/routes.ts';
import type { WorkSources } from './work/work-list.ts';

export type SupportFace = ReturnType<typeof openSupport>;

const BRAND = 'Nordhaut';

export function openSupport({ config, pool, commands, clock }: Engine) {
  const origin = new URL(config.of(SupportConfig).CONSOLE_URL || config.PUBLIC_URL).origin;
  const store = staffStore(pool, clock);
  const members = staffMembers({ commands, store, pool, origin, clock });
  const limits = config.RATE_LIMITS
    ? attemptLimits({ pool, key: deriveKey(config.SESSION_SECRET, 'staff-attempts'), clock, factor: config.RATE_LIMIT_FACTOR })
    : undefined;
  const key = deriveKey(config.SESSION_SECRET, 'staff-credentials');
  const signIn = staffSignIn({ commands, members, store, keys: passkeys({ origin, brand: BRAND }), key, brand: BRAND, limits, clock });
  const cookie = consoleCookie(origin.startsWith('https:'));
  return {
    store,
    members,
    signIn,
    cookie,
    /** of requests of the routes with the access `support` */
    authorise: authoriseStaff(signIn, cookie),
    /** the one-time link for the first account; undefined where somebody can sign in */
    firstLink: members.firstLink,
  };
}

type Faces = {
  support: SupportFace;
  ordering: { search: OrdersHttp['search']; work: Pick<WorkSources, 'waiting' | 'owedMoney'> } & Pick<ErrandsHttp, 'report'>;
  checkout: { process: OrderProcess };
  messaging: Pick<WorkSources, 'failedMails'> & Pick<ErrandsHttp, 'resendConfirmation'>;
  logistics: Pick<ErrandsHttp, 'carrier'>;
  accounts: Pick<MutingHttp, 'muting'>;
  catalogue: { byId: MutingHttp['product'] };
};

export const support: Module<Faces> = {
  name: 'support',
  config: SupportConfig,
  migrations: [...supportMigrations, inquiryMigration],
  forgets: inquiryForgetting,
  streams: [STAFF_CATEGORY],
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  projections: [staffProjection],
  routes(
    { config, pool, store, codec, commands, clock, logger, outer },
    { support: face, ordering, checkout, messaging, logistics, accounts, catalogue },
  ) {
    const views = viewLog({ pool, key: deriveKey(config.SESSION_SECRET, 'support-views'), clock });
    const history = orderHistory({ store, codec, staff: face.members });
    const staff = face.members;
    const { REFUND_ALONE_MAX: aloneMax, REFUNDS_ALONE_A_DAY: aDay } = config.of(SupportConfig);
    const limits = { aloneMax, aDay };
    const days = refundDays(pool, clock);
    const acts = supportActs({ commands, process: checkout.process, days, limits, clock, log: logger });
    const sources = { ...ordering.work, failedMails: messaging.failedMails };
    return [
      staffRoutes(face),
      supportOrderRoutes({ history, store, pool, views, search: ordering.search }),
      actingRoutes({ acts, history, days, limits, presence: presence(pool, clock), views, staff, clock }),
      errandRoutes({
        history,
        views,
        carrier: logistics.carrier,
        report: ordering.report,
        resendConfirmation: messaging.resendConfirmation,
      }),
      workRoutes({ desk: workDesk(pool, sources, clock), staff }),
      mutingRoutes({ muting: accounts.muting, product: catalogue.byId, views, clock }),
      inquiryRoutes({ pool, outer, clock, settings: config.of, views }),
    ];
  },
};
