import { randomUUID } from 'node:crypto';
import { cartDecider, cartStream } from '@nordhaut/cart';
import { checkoutDecider, checkoutStream } from '@nordhaut/checkout';
import { displayStatus } from '@nordhaut/ordering';
import type { Engine } from '@nordhaut/platform/engine';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readShopConfig } from '@nordhaut/shop/config';
import { openEngine } from '@nordhaut/shop/engine';
import { ordersWithWork } from './fixtures/open-checkouts.ts';
import { allIsWell } from './fixtures/all-is-well.ts';
import { allEvents, correlationsOf, eventsThatName, expectOneTree } from './fixtures/causes.ts';
import { forgetFaults, place, prepare, SCENARIOS, type Journey, type Scenario } from './fixtures/crash-scenarios.ts';
import { doomedShop, type DoomedShop } from './fixtures/doomed-shop.ts';
import { freePort } from './fixtures/free-port.ts';
import { createOutside, type Outside } from './fixtures/outside.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { differences, held, orderNumbers, orderOf, payments } from './fixtures/records.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';

/** More calls than any scenario makes, so that the search ends. */
const MOST_CALLS = 40;

/** Events to which a request may lead by itself; a payment fails so when the buyer pays for another order instead. */
const BY_REQUEST: ReadonlySet<string> = new Set([
  'CheckoutStarted',
  'ParcelStatusReported',
  'ReturnRequested',
  'ReturnApproved',
  'ReturnReceived',
  'OrderCancelled',
  'CardPaymentFailed',
]);

type Interrupted = { scenario: Scenario; journey: Journey; moment: string; died: boolean; nextAct: number };

let outside: Outside;
let env: Record<string, string>;
let engine: Engine;
let doomedTogether: DoomedShop;
let doomedApart: DoomedShop;
let shop: TestShop | undefined;
const interrupted: Interrupted[] = [];

beforeAll(async () => {
  outside = await createOutside();
  env = testEnvironment(outside.databaseUrl, await freePort(), outside.simulators.url);
  engine = await openEngine(readShopConfig(env), silentLogger());
  // The tables of the read models. Without them each price fails to read the coupons, and its connection is closed.
  await engine.projector.start();
  await engine.projector.stop();
  doomedTogether = await doomedShop(engine, { together: true });
  doomedApart = await doomedShop(engine, { together: false });
});
afterAll(async () => {
  await shop?.close();
  await doomedTogether.close();
  await doomedApart.close();
  await engine.close();
  await outside.close();
});

/** Runs the scenario in a shop that dies with its n-th call. @returns the interrupted order */
async function dieAt(scenario: Scenario, survives: number, together: boolean): Promise<Interrupted> {
  const doomed = together ? doomedTogether : doomedApart;
  doomed.live();
  const journey = await prepare(doomed, outside.simulators, scenario);
  doomed.live(survives);
  const isDead = (): boolean => doomed.calls() >= survives;
  const acts = [place, ...(scenario.acts ?? [])];
  let nextAct = 0;
  // The next shop gets the interrupted act again: a buyer comes back, a carrier repeats its report.
  for (; nextAct < acts.length; nextAct++) {
    await acts[nextAct]?.(journey).catch((error: unknown) => {
      if (!isDead()) throw error;
    });
    if (isDead()) break;
  }
  const moment = `${scenario.name}, dead after ${survives} calls, ${together ? 'appends together' : 'appends apart'}`;
  await forgetFaults(outside.simulators);
  return { scenario, journey, moment, died: isDead(), nextAct };
}

describe.each([true, false])('a shop that dies at any of its calls; several streams in one append: %s', (together) => {
  test.each(SCENARIOS)('$name', async (scenario) => {
    let last: Interrupted | undefined;
    for (let survives = 0; last?.died !== false && survives < MOST_CALLS; survives++) {
      last = await dieAt(scenario, survives, together);
      interrupted.push(last);
    }
    // The last run was not interrupted, so every earlier moment was tried.
    expect(last?.died).toBe(false);
  });
});

/** Another shop without a sweeper, so that only the buyer continues the order. */
describe.each([true, false])('a buyer who comes back with a new key and a new token; several streams in one append: %s', (together) => {
  test('is charged once, wherever the first shop died before it requested a charge', async () => {
    const scenario = SCENARIOS.find(({ name }) => name === 'card at once') as Scenario;
    const another = await doomedShop(engine, { together });
    const found = new Set<string>();
    try {
      for (let survives = 0, died = true; died; survives++) {
        const last = await dieAt(scenario, survives, together);
        ({ died } = last);
        interrupted.push(last);
        const { visitor, request } = last.journey;
        const { state } = await another.commands.load(checkoutStream(request.orderNo), checkoutDecider);
        const before = state?.charge?.state ?? 'not begun';
        found.add(before);
        // Where a charge was requested, the processor's record decides, and the next shop asks for it.
        if (before === 'requested') continue;
        const repeat = () =>
          visitor.at(another.url).post('/api/orders', { ...request, payment: cardOrder(MASTERCARD).payment }, { key: randomUUID() });
        expect((await repeat()).status, last.moment).toBe(201);
        expect((await repeat()).status, last.moment).toBe(201);
        const money = (await payments({ simulators: outside.simulators }))
          .filter(({ orderNumber }) => orderNumber === request.orderNo)
          .map(held);
        expect(money, last.moment).toEqual([request.expectedTotal]);
      }
    } finally {
      await another.close();
    }
    expect([...found].toSorted()).toEqual(['not begun', 'not-requested', 'requested']);
  });
});

describe('the next shop on the same database', () => {
  let next: TestShop;
  beforeAll(async () => {
    next = shop = await testShop(
      {
        ...env,
        CHECKOUT_GRACE: '300',
        UNCHARGED_PATIENCE: '300',
        TAPPAY_TIMEOUT: '250',
        // The carriers' acts have the shop ask for a parcel. Here the poller asks after seconds.
        PARCEL_POLL_PACE: '0.02',
        PARCEL_POLL_RATE: '1000',
      },
      { beside: outside },
    );
  });

  const checkoutOf = async (orderNo: string) => (await next.shop.engine.commands.load(checkoutStream(orderNo), checkoutDecider)).state;
  const statusOf = async (orderNo: string): Promise<string> => {
    const order = await orderOf(next, orderNo);
    return order ? displayStatus(order).code : 'NONE';
  };

  test('finishes every order that began, without the buyer', async () => {
    for (const { journey, moment } of interrupted) {
      const { orderNo } = journey.request;
      const isAtRest = async (): Promise<boolean> => {
        const checkout = await checkoutOf(orderNo);
        return checkout === null || checkout.ended !== null || (await statusOf(orderNo)) === 'AWAITING_PAYMENT';
      };
      await eventually(isAtRest, moment);
    }
    const unreported = new Set(
      interrupted.filter(({ scenario }) => scenario.chargesUnreported).map(({ journey }) => journey.request.orderNo),
    );
    const wrong = async () => (await differences(next)).filter((line) => !unreported.has(line.slice(0, line.indexOf(':'))));
    // The next sweep refunds the money that is owed.
    await eventually(async () => (await wrong()).length === 0, 'bank and carriers to agree').catch(async () =>
      expect(await wrong()).toEqual([]),
    );
  });

  test('ends each order as required when buyers, banks and carriers continue', async () => {
    for (const { journey, scenario, moment, nextAct } of interrupted) {
      const here: Journey = { ...journey, visitor: journey.visitor.at(next.url), commands: next.shop.engine.commands };
      const { orderNo } = journey.request;
      const hasBegun = (await checkoutOf(orderNo)) !== null;
      for (const act of [place, ...(scenario.acts ?? [])].slice(Math.max(nextAct, 1))) if (hasBegun) await act(here);
      const isAtEnd = async (): Promise<boolean> => {
        if (!hasBegun) return true;
        const [checkout, status] = [await checkoutOf(orderNo), await statusOf(orderNo)];
        return checkout?.ended !== null && scenario.ends.includes(status);
      };
      await eventually(isAtEnd, `${moment}: ${await statusOf(orderNo)}`);
    }
    // An undisturbed order ends as the scenario says.
    for (const { journey, scenario, died, moment } of interrupted)
      if (!died) expect(await statusOf(journey.request.orderNo), moment).toBe(scenario.ends[0]);
    await eventually(async () => (await ordersWithWork(next)).length === 0, 'the end of all checkouts');
    await eventually(async () => (await differences(next)).length === 0, 'bank and carriers to agree');
  });

  test('keeps bank, carriers, hash chains and read models in agreement', async () => {
    expect(await differences(next)).toEqual([]);
    await allIsWell(next);
    const ofCart = new Map<string, string[]>();
    for (const orderNo of await orderNumbers(next)) {
      const order = await orderOf(next, orderNo);
      const stands = order && !order.cancelled && !order.payment.failure;
      const cartId = order?.terms.cartId ?? '';
      if (stands) ofCart.set(cartId, [...(ofCart.get(cartId) ?? []), orderNo]);
      expect(order?.timeline.filter(({ code }) => code === 'CANCELLED').length, orderNo).toBeLessThanOrEqual(1);
    }
    // One cart is one order.
    expect([...ofCart.values()].filter((orders) => orders.length > 1)).toEqual([]);
    for (const cartId of ofCart.keys())
      expect((await next.shop.engine.commands.load(cartStream(cartId), cartDecider)).state.claims, cartId).toEqual([]);
    expect(new Set(await orderNumbers(next)).size).toBeGreaterThan(SCENARIOS.length);
  });

  test('every order has one correlation id, and each step of its process an event as its cause', async () => {
    const events = await allEvents(next);
    const ids = new Set(events.map(({ id }) => id));
    for (const { journey, scenario, moment } of interrupted) {
      const own = eventsThatName(events, journey.request.orderNo);
      if (own.length === 0) continue;
      const [id, ...others] = correlationsOf(own);
      expect(others, moment).toEqual([]);
      expectOneTree(events.filter(({ metadata }) => metadata.correlationId === id));
      const withoutCause = own.filter(({ metadata }) => !ids.has(metadata.causationId)).map(({ type }) => type);
      expect(
        withoutCause.filter((type) => !BY_REQUEST.has(type)),
        `${scenario.name}, ${moment}`,
      ).toEqual([]);
    }
  });
});
