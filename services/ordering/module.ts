import { type Engine, searchHash } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import type { Module } from '@nordhaut/platform/module';
import { parcelCommands } from './parcel-commands.ts';
import { OrderingConfig } from './config.ts';
import { forOthersNow } from './for-others.ts';
import { keepingTable } from './keeping-table.ts';
import { forOthers } from './kept-until.ts';
import { adoption } from './adoption.ts';
import { displayStatus } from './display-status.ts';
import { orderForgetting } from './forget-buyers.ts';
import { createGuesses, guessMigrations } from './guesses.ts';
import { orderingRoutes } from './http.ts';
import { workMetrics } from './metrics.ts';
import { soldOrders } from './invoices.ts';
import { memberOrderQueries } from './member-orders.ts';
import { orderDecider } from './order.decide.ts';
import { cardCharges, cardChargesProjection } from './projections/card-charges.ts';
import { endedParcels, endedParcelsProjection } from './projections/ended-parcels.ts';
import { openParcelsProjection, pollSource } from './projections/open-parcels.ts';
import { orderDaysProjection, orderFigures } from './projections/order-days.ts';
import { orderKeysProjection } from './projections/order-keys.ts';
import { ordersProjection } from './projections/orders.ts';
import { parcelsToSend } from './parcels-to-send.ts';
import { orderProofs } from './proof.ts';
import { orderQueries } from './queries.ts';
import { orderSearch } from './search.ts';
import { ORDER_CATEGORY, orderStream } from './stream.ts';
import { orderUpcasters } from './upcasters.ts';
import { workLists } from './work-lists.ts';
import { orderView, timelineOf, type TrackingUrls } from './view.ts';
import type { Order } from './order.ts';

export type OrderingFace = ReturnType<typeof openOrdering>;

const trackingUrls = (config: Engine['config']): TrackingUrls => {
  const { TRACKING_URL_TCAT: TCAT, TRACKING_URL_UNIMARTC2C: UNIMARTC2C, TRACKING_URL_FAMIC2C: FAMIC2C } = config.of(OrderingConfig);
  return { TCAT, UNIMARTC2C, FAMIC2C };
};

/** ms for which a carrier's notice waits for the read model of the parcels */
const WAIT_MS = 3_000;

/** What checkout, payments, logistics and realtime need of the orders. */
export function openOrdering({ config, pool, store, commands, codec, clock, logger, projector }: Engine) {
  const { CLOSED_DAYS: closedDays } = config.of(OrderingConfig);
  const memberOrders = memberOrderQueries(pool, projector.waitFor, () => store.head());
  const caughtUp = async () => projector.waitFor(openParcelsProjection.name, await store.head(), WAIT_MS);
  return {
    ...parcelCommands({ commands, pool, clock, caughtUp, log: logger }),
    queries: orderQueries(pool, commands, codec, projector.waitFor),
    proofs: orderProofs(config.SESSION_SECRET, clock),
    forOthers: forOthersNow({ config, clock }),
    memberOrders,
    adopt: adoption({ commands, orders: memberOrders, clock, log: logger }),
    /** @param firstMs ms from a parcel's creation to its first poll */
    pollSource: (firstMs: number) => pollSource(pool, firstMs),
    search: orderSearch(pool, searchHash(config.SESSION_SECRET)),
    unsettledOrders: workLists(pool).unsettled,
    work: workLists(pool),
    closedDays,
    parcelsToSend: parcelsToSend(pool),
    soldOrders: soldOrders(pool, codec),
    figures: orderFigures(pool),
    cardCharges: cardCharges(pool),
    endedParcels: endedParcels(pool),
    /** What the look-up without proof answered at `at` (ISO instant) for this state, which may be a former one. */
    buyerPage(state: Order, at: string) {
      const order = forOthers(state, at, keepingTable(config.of(OrderingConfig)));
      return {
        order: orderView(order, { proven: false, personal: order.personal, urls: trackingUrls(config), closedDays, at }),
        displayStatus: displayStatus(order),
        timeline: timelineOf(order),
      };
    },
    async statusOf(orderNo: string) {
      const { state: order, position } = await commands.load(orderStream(orderNo), orderDecider);
      return order ? { displayStatus: displayStatus(order), position: String(position) } : undefined;
    },
  };
}

export const ordering: Module<{
  ordering: OrderingFace;
  checkout: { orderNumbers: { isOurs(orderNo: string): boolean } };
  logistics: { zipLookup: { zipOf(address: string): Promise<string> } };
}> = {
  name: 'ordering',
  streams: [ORDER_CATEGORY],
  config: OrderingConfig,
  migrations: guessMigrations,
  upcasters: orderUpcasters,
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  forgets: orderForgetting,
  projections: [
    ordersProjection,
    openParcelsProjection,
    orderKeysProjection,
    orderDaysProjection,
    cardChargesProjection,
    endedParcelsProjection,
  ],
  relayed: [ORDER_CATEGORY],
  metrics: workMetrics,
  routes(
    { config, commands, pool, clock },
    { ordering: { queries, proofs, memberOrders, closedDays }, checkout: { orderNumbers }, logistics },
  ) {
    const guessKey = deriveKey(config.SESSION_SECRET, 'proof-guesses');
    return [
      orderingRoutes({
        commands,
        queries,
        memberOrders,
        proofs,
        isOurs: orderNumbers.isOurs,
        guesses: config.RATE_LIMITS ? createGuesses({ pool, key: guessKey, clock }) : undefined,
        zipOf: (address) => logistics.zipLookup.zipOf(address),
        trackingUrls: trackingUrls(config),
        closedDays,
        keeping: keepingTable(config.of(OrderingConfig)),
        clock,
        secureCookies: config.PUBLIC_URL.startsWith('https:'),
      }),
    ];
  },
};
