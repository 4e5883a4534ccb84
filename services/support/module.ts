import { attemptLimits } from '@nordhaut/accounts';
import { supportActs, type OrderProcess } from './acting/act.ts';
import { type StoreChangeDeps, storeChange } from './acting/change-store.ts';
import { errandRoutes, type ErrandsHttp } from './acting/errand-routes.ts';
import { mailRoutes, type MailsHttp } from './acting/mail-routes.ts';
import { refundDays } from './acting/day-numbers.ts';
import { memberGone } from './acting/member-gone.ts';
import { presence } from './acting/presence.ts';
import { actingRoutes } from './acting/routes.ts';
import { type Engine, heldSince } from '@nordhaut/platform/engine';
import { deriveKey, keyedRequests } from '@nordhaut/platform/http';
import { ContactConfig } from '@nordhaut/messaging';
import { walletDecider, walletStream } from '@nordhaut/promotions';
import type { Module } from '@nordhaut/platform/module';
import { releaseOf } from '@nordhaut/platform/release';
import { namesEndBeforeTheLog, SupportConfig } from './config.ts';
import { type DeskHttp, deskRoutes } from './desk/routes.ts';
import { type PackHttp, packRoutes } from './evidence-pack/routes.ts';
import { inquiryMigration, inquiryNetworkMigration, inquiryRoutes, openInquiries, sealedInquiries } from './inquiries.ts';
import { type HistoryStateHttp, historyStateRoutes } from './history-state-routes.ts';
import { type InsightHttp, insightRoutes } from './insight/routes.ts';
import { type InvoicesHttp, invoiceRoutes } from './invoices/routes.ts';
import { memberCredit } from './member-credit/acts.ts';
import { memberCreditRoutes } from './member-credit/routes.ts';
import { mutingRoutes, type MutingHttp } from './muting/routes.ts';
import { type HistoryDeps, orderHistory } from './orders/history.ts';
import { type OrdersHttp, supportOrderRoutes } from './orders/routes.ts';
import { authoriseStaff, consoleCookie } from './staff/authorise.ts';
import { staffMembers } from './staff/members.ts';
import { handOf, mayBeOne } from './staff/may-be-one.ts';
import { passkeys } from './staff/passkeys.ts';
import { formerStaff, staffProjection } from './staff/projection.ts';
import { staffRoutes } from './staff/routes.ts';
import { staffSignIn } from './staff/sign-in.ts';
import { staffStore } from './staff/store.ts';
import { STAFF_CATEGORY } from './staff/stream.ts';
import { supportMigrations } from './tables.ts';
import { requestsKey, supportForgetting } from './persons/forgetting.ts';
import type { PersonSources } from './persons/holder.ts';
import { fileLinks } from './persons/link.ts';
import { openPersonRequests, personRequestStore } from './persons/requests.ts';
import { packedParcels } from './parcels/packed.ts';
import { type ParcelsHttp, parcelRoutes } from './parcels/routes.ts';
import { personRoutes } from './persons/routes.ts';
import { personMigration } from './persons/tables.ts';
import { poisonRoutes } from './poison/routes.ts';
import { accountHistory } from './staff/account-history.ts';
import { viewRoutes } from './view-routes.ts';
import { reasonReader, viewLog, viewReader } from './views.ts';
import { workDesk } from './work/desk.ts';
import { workMetrics } from './work/metrics.ts';
import { nowRoutes } from './work/now-routes.ts';
import { type WorkHttp, workRoutes } from './work/routes.ts';
import { type WorkFaces, workSources } from './work/sources.ts';

export type SupportFace = ReturnType<typeof openSupport>;

const viewKeyOf = ({ SESSION_SECRET }: Pick<Engine['config'], 'SESSION_SECRET'>) => deriveKey(SESSION_SECRET, 'support-views');

export function openSupport({ config, pool, commands, store: events, clock }: Engine) {
  const origin = new URL(config.of(SupportConfig).CONSOLE_URL || config.PUBLIC_URL).origin;
  const store = staffStore(pool, clock);
  const members = staffMembers({ commands, events, store, pool, origin, clock });
  const limits = config.RATE_LIMITS
    ? attemptLimits({ pool, key: deriveKey(config.SESSION_SECRET, 'staff-attempts'), clock, factor: config.RATE_LIMIT_FACTOR })
    : undefined;
  const key = deriveKey(config.SESSION_SECRET, 'staff-credentials');
  const { BRAND_NAME: brand } = config.of(ContactConfig);
  const signIn = staffSignIn({ commands, members, store, keys: passkeys({ origin, brand }), key, brand, limits, clock });
  const cookie = consoleCookie(origin.startsWith('https:'));
  return {
    /** what the staff does with people's data, and what decides nothing about an order: who and why */
    log: viewLog({ pool, key: viewKeyOf(config), clock }),
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
  accounts: WorkFaces['accounts'] & { memberOfEmail: PersonSources['memberOfEmail'] } & Pick<
      DeskHttp,
      'correctBirthday' | 'previewBirthday'
    > &
    Pick<MutingHttp, 'muting'> &
    Pick<HistoryDeps, 'codesOf'> &
    Pick<OrdersHttp, 'memberOfCode'>;
  ordering: {
    memberOrders: { allOf: PersonSources['memberOrders'] } & Pick<WorkHttp, 'hasReached'>;
    figures: InsightHttp['figures'];
  } & Pick<InvoicesHttp, 'soldOrders'> & {
      search: OrdersHttp['search'];
      buyerPage: OrdersHttp['buyerPage'];
    } & WorkFaces['ordering'] &
    Pick<ErrandsHttp, 'report'>;
  promotions: Pick<InsightHttp, 'outstandingCredit'> & HistoryDeps['promotions'] & WorkFaces['promotions'] & Pick<WorkHttp, 'hasReached'>;
  checkout: {
    process: OrderProcess;
    orderNumbers: { issue(): string };
  } & WorkFaces['checkout'] &
    Pick<DeskHttp, 'cashLimit'>;
  messaging: WorkFaces['messaging'] &
    Pick<MailsHttp, 'mailsAgain'> & { orderMails: PackHttp['mails'] } & Pick<HistoryStateHttp, 'mailedCheckpoints'>;
  logistics: { carrier: ErrandsHttp['carrier'] & StoreChangeDeps['carrier'] } & Pick<StoreChangeDeps, 'directory'>;
  catalogue: { byId: MutingHttp['product'] } & Pick<ParcelsHttp['products'], 'setItems'>;
  content: WorkFaces['content'];
};

const deskOf = ({ pool, clock }: Pick<Engine, 'pool' | 'clock'>, faces: WorkFaces) =>
  workDesk(
    pool,
    workSources({
      ...faces,
      inquiries: openInquiries(pool, clock),
      personRequests: openPersonRequests(pool),
      formerStaff: formerStaff(pool),
    }),
    clock,
  );

export const support: Module<Faces> = {
  name: 'support',
  config: SupportConfig,
  contradiction: namesEndBeforeTheLog,
  migrations: [...supportMigrations, inquiryMigration, personMigration, inquiryNetworkMigration],
  forgets: supportForgetting,
  sealed: [sealedInquiries],
  streams: [STAFF_CATEGORY],
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  projections: [staffProjection],
  metrics: (engine, faces) => workMetrics(engine, deskOf(engine, faces), faces.messaging.failedOwnMails),
  routes(engine, faces) {
    const { support: face, accounts, ordering, promotions, checkout, messaging, logistics, catalogue } = faces;
    const { config, pool, store, codec, commands, clock, logger, outer } = engine;
    const views = face.log;
    const { REFUND_ALONE_MAX: aloneMax, REFUNDS_ALONE_A_DAY: aDay, TRACE_URL: traceUrl } = config.of(SupportConfig);
    const history = orderHistory({
      store,
      codec,
      staff: face.members,
      codesOf: accounts.codesOf,
      promotions,
      heldSince: (streams) => heldSince(pool, streams),
      keyedRequests: (commandIds) => keyedRequests(pool, commandIds),
      traceUrl,
    });
    const staff = face.members;
    const limits = { aloneMax, aDay };
    const days = refundDays(pool, clock, handOf(store, clock));
    const inOneHand = mayBeOne(store, clock);
    const isGone = memberGone(commands);
    const { carrier, directory } = logistics;
    const changeStore = storeChange({ commands, carrier, directory, clock });
    const desk = deskOf(engine, faces);
    const hasReached = async (position: bigint): Promise<boolean> =>
      (await Promise.all([ordering.memberOrders.hasReached(position), promotions.hasReached(position)])).every(Boolean);
    const acts = supportActs({
      commands,
      process: checkout.process,
      newOrderNo: checkout.orderNumbers.issue,
      changeStore,
      mayBeOne: inOneHand,
      memberGone: isGone,
      days,
      limits,
      clock,
      log: logger,
    });
    return [
      staffRoutes({ ...face, historyOf: accountHistory({ store, codec }, staff.nameOf) }),
      supportOrderRoutes({
        history,
        store,
        pool,
        views,
        search: ordering.search,
        memberOfCode: accounts.memberOfCode,
        buyerPage: ordering.buyerPage,
        clock,
        mails: messaging.orderMails,
        release: releaseOf(config.RELEASE_COMMIT),
      }),
      actingRoutes({
        acts,
        history,
        days,
        limits,
        memberGone: isGone,
        mayBeOne: inOneHand,
        presence: presence(pool, clock),
        views,
        staff,
        clock,
      }),
      errandRoutes({ history, views, carrier, report: ordering.report }),
      mailRoutes({ history, views, byCode: accounts.muting.byCode, mailsAgain: messaging.mailsAgain }),
      insightRoutes({ figures: ordering.figures, outstandingCredit: promotions.outstandingCredit }),
      invoiceRoutes({ soldOrders: ordering.soldOrders, views }),
      parcelRoutes({
        parcelsToSend: ordering.parcelsToSend,
        products: catalogue,
        packed: packedParcels(pool, clock),
        closedDays: ordering.closedDays,
        clock,
      }),
      workRoutes({ desk, staff, commands, hasReached, clock }),
      nowRoutes({ history, desk, staff, views, closedDays: ordering.closedDays, hasReached: ordering.memberOrders.hasReached, clock }),
      personRoutes({
        engine,
        requests: personRequestStore(pool, requestsKey(config.of), clock),
        sources: { memberOfEmail: accounts.memberOfEmail, memberOrders: ordering.memberOrders.allOf },
        links: fileLinks(deriveKey(config.SESSION_SECRET, 'person-files'), clock),
        views,
        staff,
        publicIdOf: accounts.publicIdOf,
      }),
      poisonRoutes({ pool, store }),
      historyStateRoutes({ engine, mailedCheckpoints: messaging.mailedCheckpoints }),
      packRoutes({
        engine,
        history,
        links: fileLinks(deriveKey(config.SESSION_SECRET, 'evidence-packs'), clock),
        views,
        mails: messaging.orderMails,
      }),
      deskRoutes({
        history,
        views,
        ...accounts,
        walletOf: async (memberId) => (await commands.load(walletStream(memberId), walletDecider)).state,
        clock,
        cashLimit: checkout.cashLimit,
      }),
      viewRoutes(
        viewReader({ pool, key: viewKeyOf(config) }),
        views,
        { ...accounts, ordersOf: (memberId) => ordering.memberOrders.allOf(memberId, null) },
        staff,
      ),
      memberCreditRoutes({
        credit: memberCredit({
          commands,
          store,
          codec,
          days,
          limits,
          mayBeOne: inOneHand,
          reasonOf: reasonReader({ pool, key: viewKeyOf(config) }),
          clock,
        }),
        byCode: accounts.muting.byCode,
        views,
        staff,
      }),
      mutingRoutes({ muting: accounts.muting, product: catalogue.byId, views, clock }),
      inquiryRoutes({ pool, outer, clock, settings: config.of, views }),
    ];
  },
};
