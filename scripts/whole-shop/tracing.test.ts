import { START } from '@nordhaut/platform/event-store';
import { recordSpans, type ReadableSpan, type TestTracing } from '@nordhaut/platform/telemetry/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkOut, codOrder, recipient } from './fixtures/browser.ts';
import { follower, soon } from './fixtures/follower.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, orderOf } from './fixtures/records.ts';

let tracing: TestTracing;
let shop: TestShop;
/** resolves when the carrier may take parcels */
let carrierOpens = Promise.resolve();

beforeAll(async () => {
  tracing = await recordSpans();
  shop = await testShop(
    {},
    {
      around: ({ processor, carrier }) => ({
        processor,
        carrier: { ...carrier, create: async (request) => carrierOpens.then(() => carrier.create(request)) },
      }),
    },
  );
});
afterAll(async () => {
  await shop.close();
  await tracing.stop();
});
beforeEach(() => tracing.forget());

const named = (name: string): ReadableSpan[] => tracing.spans().filter((span) => span.name === name);
const parentOf = (span: ReadableSpan): ReadableSpan | undefined =>
  tracing.spans().find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId);
/** names from the span up to the trace's root */
const lineage = (span: ReadableSpan): string[] => {
  const parent = parentOf(span);
  return parent ? [span.name, ...lineage(parent)] : [span.name];
};

describe('traces', () => {
  test('one trace covers the checkout, its commands and the push', async () => {
    const opening = Promise.withResolvers<void>();
    carrierOpens = opening.promise;
    const visitor = shop.visit();
    const placing = checkOut(visitor, codOrder());
    const orderNo = await eventually(placedNumber, 'the order');
    const page = await follower(shop.url);
    expect(await page.subscribe({ orderNo, afterRevision: 0 })).toMatchObject({ ok: true });
    opening.resolve();
    const placed = await placing;
    expect(placed.status).toBe(201);
    await soon(() => page.seen.length === 1, 'the parcel');
    page.close();

    await eventually(async () => named('push order:status').length > 0 && named('POST /api/orders').length > 0, 'the spans');
    const [push] = named('push order:status') as [ReadableSpan];
    expect(lineage(push)).toEqual(['push order:status', 'command RecordShipment + CheckOut + CompleteCheckout', 'POST /api/orders']);
    const [request] = named('POST /api/orders') as [ReadableSpan];
    expect(request.parentSpanContext).toBeUndefined();
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/orders',
      'http.response.status_code': 201,
    });
    const ofTrace = tracing.spans().filter((span) => span.spanContext().traceId === request.spanContext().traceId);
    expect(ofTrace.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['command StartCheckout + ClaimLines + PlaceOrder', 'command RecordShipment + CheckOut + CompleteCheckout']),
    );
  });

  test('hold no personal data', async () => {
    const { orderNo } = await checkOut(shop.visit(), codOrder());
    await shop.visit().get(`/api/orders/${orderNo}?phone=${recipient.phone}`);
    await shop.visit().get(`/no/such/page/${orderNo}`);
    await control(shop, `parcels/${orderNo}`, { code: 310 });
    await eventually(async () => (await orderOf(shop, orderNo))?.parcel?.code === '310', 'the report');
    await eventually(async () => named('command ReportParcelStatus').length > 0, 'its span');
    const said = JSON.stringify(
      tracing
        .spans()
        .map(({ name, attributes, events, status, links, resource }) => [name, attributes, events, status, links, resource.attributes]),
    );
    expect(said).toContain('/api/orders/:');
    for (const secret of [orderNo, recipient.phone, recipient.phone.slice(1), recipient.email, recipient.address, recipient.lastName])
      expect(said).not.toContain(secret);
  });

  test('continue the caller’s trace and its sampling decision', async () => {
    const trace = 'b7ad6b7169203331b7ad6b7169203331';
    const visitor = shop.visit();
    const traced = async (flags: string) => {
      tracing.forget();
      await visitor.get('/api/products', { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-${flags}` } });
    };
    // Mails of the orders before are delivered meanwhile, in traces of their own.
    const ofCaller = () => tracing.spans().filter((span) => span.spanContext().traceId === trace);
    await traced('01');
    await eventually(async () => ofCaller().length > 0, 'the span');
    expect(ofCaller()[0]?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    await traced('00');
    await tracing.flush();
    expect(ofCaller()).toEqual([]);
  });

  test('the events of an unsampled request are marked as unsampled', async () => {
    const visitor = shop.visit();
    const trace = 'c7ad6b7169203331b7ad6b7169203331';
    const answer = await visitor.post(
      '/api/cart/items',
      { productId: 5, quantity: 1, tier: 'ORIGIN' },
      { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-00` } },
    );
    expect(answer.status).toBeLessThan(300);
    const { store } = shop.shop.engine;
    const { events } = await store.readAll({ after: START, filter: { categories: ['cart'] }, limit: 1_000 });
    const { traceparent } = JSON.parse(events.at(-1)?.metadata ?? '{}') as { traceparent: string };
    expect(traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
  });
});

async function placedNumber(): Promise<string | undefined> {
  const { store } = shop.shop.engine;
  const { events } = await store.readAll({ after: START, filter: { categories: ['order'], types: ['OrderPlaced'] }, limit: 10 });
  return events.at(-1)?.stream.slice('order-'.length);
}
