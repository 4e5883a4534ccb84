import { apiOfError } from '@nordhaut/contracts';
import { type Carrier, LogisticsConfig, type StoreChoice, type StoreDirectory } from '@nordhaut/logistics';
import {
  type CardCharges,
  type EndedParcels,
  isProven,
  memberOf,
  type Order,
  orderDecider,
  type OrderProofs,
  orderStream,
} from '@nordhaut/ordering';
import { notifyUrl, TapPayConfig, type CardProcessor, type PaymentHttp } from '@nordhaut/payments';
import { recordingLog } from '@nordhaut/platform/data-tables';
import type { Engine } from '@nordhaut/platform/engine';
import type { PhoneAsks, Reservations, Rewards } from '@nordhaut/promotions';
import { deriveKey, Rejected } from '@nordhaut/platform/http';
import type { Module } from '@nordhaut/platform/module';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unhurriedQuestions } from './carrier-questions.ts';
import { cashLimit } from './cash-limit.ts';
import { cashLimitMigrations } from './cash-limit-tables.ts';
import { cashLimitRole } from './cash-limit-role.ts';
import { checkoutForgetting } from './forgetting.ts';
import { checkoutUpcasters } from './checkout.ts';
import { CheckoutConfig } from './config.ts';
import { confirmPayment } from './confirm.ts';
import type { CheckoutDeps } from './deps.ts';
import { differencesMigrations } from './reconciliation/differences.ts';
import { cardReconciliation } from './reconciliation/cards.ts';
import { parcelReconciliation, turnsOf } from './reconciliation/parcels.ts';
import { reconcilerRole } from './reconciliation/role.ts';
import { loadSnapshot } from './run.ts';
import { checkoutRoutes, type CheckoutHttp } from './http.ts';
import { checkoutMigrations, openCheckoutsProjection } from './open-checkouts.ts';
import { orderNumbers } from './order-number.ts';
import { type AgreedOrder, placeAgreed } from './place-agreed.ts';
import { placedAnswer } from './placed-answer.ts';
import { createCheckoutProcess } from './process.ts';
import { waitingOrder } from './waiting-order.ts';
import { unplacedCheckoutsProjection } from './unplaced-checkouts.ts';
import { sweeperRole, type SweptOrders } from './sweeper-role.ts';

export type CheckoutFace = ReturnType<typeof openCheckout>;

export type CheckoutOptions = {
  processor: CardProcessor;
  carrier: Carrier;
  /** the order's display status */
  statusOf: PaymentHttp['statusOf'];
  cardCharges: CardCharges;
  endedParcels: EndedParcels;
  promotions: { reservations: Reservations; rewards: Pick<Rewards, 'order'>; phoneAsks: PhoneAsks | undefined };
  proofs: OrderProofs;
  forOthers: (order: Order) => Order;
  /** notes what a buyer agreed to, if it is to be reported */
  noteConsent: CheckoutHttp['noteConsent'];
  afterStep?: CheckoutDeps['afterStep'];
};

/** The process of an order, and what payments and ordering need of it. */
export function openCheckout(
  engine: Engine,
  { processor, carrier, statusOf, cardCharges, endedParcels, promotions, proofs, forOthers, noteConsent, afterStep }: CheckoutOptions,
) {
  const { config, commands, clock, logger, pool } = engine;
  const { PAYMENT_PATIENCE, UNCHARGED_PATIENCE, PARCEL_PATIENCE, CHECKOUT_GRACE, CASH_LIMIT } = config.of(CheckoutConfig);
  const { PARCEL_POLL_RATE } = config.of(LogisticsConfig);
  const tapPay = config.of(TapPayConfig);
  const log = recordingLog(logger, pool, clock, apiOfError);
  const process = createCheckoutProcess({
    commands,
    processor,
    carrier,
    reservations: [promotions.reservations],
    takeRewardsBack: (orderNo, { commandId, causationId = commandId, correlationId = orderNo }) =>
      promotions.rewards.order(orderNo, { eventId: causationId, correlationId }),
    paymentUrls: {
      redirect: `${config.PUBLIC_URL}/result`,
      notify: notifyUrl(config.PUBLIC_URL, tapPay),
      merchantId: tapPay.TAPPAY_MERCHANT_ID,
    },
    paymentPatienceMs: PAYMENT_PATIENCE,
    graceMs: CHECKOUT_GRACE,
    unchargedPatienceMs: UNCHARGED_PATIENCE,
    parcelPatienceMs: PARCEL_PATIENCE,
    clock,
    log,
    ...(afterStep && { afterStep }),
  });
  const confirm: PaymentHttp['confirm'] = (payment, context) => confirmPayment({ process, processor }, payment, context);
  const loadOrder = async (orderNo: string) => (await commands.load(orderStream(orderNo), orderDecider)).state;
  const load = (orderNo: string) => loadSnapshot({ commands }, orderNo);
  const numbers = orderNumbers(deriveKey(config.SESSION_SECRET, 'order-number'));
  const limit = CASH_LIMIT
    ? cashLimit({ pool, key: deriveKey(config.SESSION_SECRET, 'cash-limit'), clock, load, phoneAsks: promotions.phoneAsks })
    : undefined;
  const agreed = { process, orderNumbers: numbers, cashLimit: limit, clock, graceMs: CHECKOUT_GRACE, forOthers, log };
  return {
    process,
    orderNumbers: numbers,
    waitingOf: waitingOrder(process),
    /** undefined if CASH_LIMIT is off */
    cashLimit: limit,
    confirm,
    statusOf,
    noteConsent,
    /** the shop's books beside those of the card processor and of the carriers */
    reconciliation: {
      card: cardReconciliation({ pool, charges: cardCharges, processor, load: loadOrder, clock }),
      carrier: parcelReconciliation({
        pool,
        parcels: endedParcels,
        carrier,
        load: loadOrder,
        clock,
        turn: turnsOf(unhurriedQuestions(PARCEL_POLL_RATE)),
      }),
    },
    /** Places an order that another capability priced, and answers like `POST /api/orders`. @throws the refusal */
    async placeAgreed(order: AgreedOrder, request: FastifyRequest, reply: FastifyReply) {
      const buyer = {
        address: request.ip,
        memberId: memberOf(request),
        isProven: isProven(proofs, request, order),
        noteConsent: () => noteConsent(request),
      };
      const placed = await placeAgreed(agreed, order, buyer, request.context());
      if (!placed.ok) throw new Rejected(placed.rejection);
      return placedAnswer({ proofs, secureCookies: config.PUBLIC_URL.startsWith('https:') }, request, reply, placed);
    },
  };
}

type Faces = {
  accounts: {
    accounts: { emailKey(email: string): string; phoneKey(phone: string): string };
    rememberAddress: CheckoutHttp['rememberAddress'];
  };
  checkout: CheckoutFace;
  catalogue: Pick<CheckoutHttp, 'product'> & { refresh: CheckoutHttp['refreshProducts'] };
  logistics: { directory: StoreDirectory; choice: StoreChoice };
  promotions: Pick<CheckoutHttp, 'factsOf' | 'personKeys' | 'uncounted' | 'timedVisitor' | 'endTimer'>;
  ordering: { proofs: OrderProofs; forOthers: (order: Order) => Order } & SweptOrders;
};

export const checkout: Module<Faces> = {
  name: 'checkout',
  streams: ['checkout'],
  config: CheckoutConfig,
  contradiction: (settings) =>
    settings(CheckoutConfig).CHECKOUT_GRACE > settings(TapPayConfig).TAPPAY_TIMEOUT
      ? undefined
      : 'CHECKOUT_GRACE must be longer than TAPPAY_TIMEOUT: a charge that is under way must not be given up.',
  migrations: [...checkoutMigrations, ...cashLimitMigrations, ...differencesMigrations],
  upcasters: checkoutUpcasters,
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  forgets: checkoutForgetting,
  projections: [openCheckoutsProjection, unplacedCheckoutsProjection],
  roles: [
    {
      name: 'sweeper',
      join: (engine, { checkout: { process, cashLimit: limit, reconciliation: books }, ordering }) => [
        sweeperRole(engine, process, ordering),
        reconcilerRole({ databaseUrl: engine.databaseUrl, reconciliation: books, log: engine.logger }),
        ...(limit ? [cashLimitRole(engine, limit)] : []),
      ],
    },
  ],
  routes: (
    { config, clock, logger, commands, pool, outer },
    {
      accounts,
      checkout: { process, orderNumbers: numbers, cashLimit: limit, noteConsent, waitingOf },
      catalogue,
      logistics,
      ordering,
      promotions,
    },
  ) => [
    checkoutRoutes({
      process,
      commands,
      emailKey: accounts.accounts.emailKey,
      phoneKey: accounts.accounts.phoneKey,
      rememberAddress: accounts.rememberAddress,
      orderNumbers: numbers,
      product: catalogue.product,
      factsOf: promotions.factsOf,
      personKeys: promotions.personKeys,
      uncounted: promotions.uncounted,
      timedVisitor: promotions.timedVisitor,
      endTimer: promotions.endTimer,
      noteConsent,
      waitingOf,
      outer,
      storeChoice: logistics.choice,
      refreshProducts: catalogue.refresh,
      findStore: async (subtype, id) => {
        const verdict = await logistics.directory.validateStore(id, subtype);
        if (verdict.kind === 'unverified') return undefined;
        return verdict.kind === 'known' ? verdict.store : 'unknown-store';
      },
      cashLimit: limit,
      log: recordingLog(logger, pool, clock, apiOfError),
      clock,
      graceMs: config.of(CheckoutConfig).CHECKOUT_GRACE,
      proofs: ordering.proofs,
      forOthers: ordering.forOthers,
      secureCookies: config.PUBLIC_URL.startsWith('https:'),
    }),
  ],
};
