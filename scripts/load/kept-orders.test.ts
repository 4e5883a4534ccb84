import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileOrders } from './kept-orders.ts';

const [KEPT, LATE, OTHER] = ['ABCDEFGH12345678', 'ABCDEFGH12345679', 'ABCDEFGH1234567A'];
/** ms: two rounds of look-ups */
const PATIENCE = 400;
/** NT$ of every order */
const TOTAL = 1_300;
/** The records of the simulated carrier and bank, and how often the order LATE was looked up. */
let parcels: string[] = [];
let cash = TOTAL;
let payments: { orderNumber: string; amount: number; recordStatus: number }[] = [];
let lookUps = 0;
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/control/parcels')
      return void response.end(JSON.stringify(parcels.map((tradeNo) => ({ tradeNo, collects: true, amount: cash }))));
    if (path === '/control/payments') return void response.end(JSON.stringify(payments));
    const orderNo = path.replace('/api/orders/', '');
    const isShown = orderNo === KEPT || (orderNo === LATE && ++lookUps > 1);
    response.writeHead(isShown ? 200 : 404).end(JSON.stringify({ order: { total: TOTAL } }));
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const measured = async (orders: readonly string[], simulators?: string, patience = PATIENCE) => {
  const { bounds, problems } = await reconcileOrders(url, simulators, orders, patience);
  return { bounds: Object.fromEntries(bounds.map(({ metric, measured: value }) => [metric, value])), problems: [...problems] };
};

test('an order that the look-up shows is kept, also where the read model was behind', async () => {
  lookUps = 0;
  parcels = [`${KEPT}S1`, `${OTHER}S1`, `${OTHER}S2`];
  expect(await measured([KEPT, LATE], url, 30_000)).toEqual({
    bounds: { orders_lost: 0, orders_doubled: 0, amounts_differ: 0 },
    problems: [],
  });
  expect(await measured([])).toEqual({ bounds: { orders_lost: 0, orders_doubled: 0 }, problems: [] });
});

test('a number that two shoppers got and an order with two parcels are doubled', async () => {
  parcels = [`${KEPT}S1`, `${KEPT}S2`];
  expect(await measured([KEPT, KEPT], url)).toEqual({
    bounds: { orders_lost: 0, orders_doubled: 2, amounts_differ: 0 },
    problems: [
      [`after the run: two shoppers got the order number ${KEPT}`, 1],
      [`after the run: two parcels for the order ${KEPT}`, 1],
    ],
  });
});

test('an order is charged once and its parcel collects its total; a charge that came to nothing is none', async () => {
  const [authorised, failed, partlyRefunded, refunded] = [0, -1, 2, 3];
  parcels = [];
  const charges = async (...amounts: [amount: number, recordStatus: number][]) => {
    payments = amounts.map(([amount, recordStatus]) => ({ orderNumber: KEPT, amount, recordStatus }));
    const { bounds, problems } = await measured([KEPT], url);
    return [bounds['amounts_differ'], problems.map(([problem]) => problem)];
  };
  expect(await charges([TOTAL, authorised], [TOTAL, failed])).toEqual([0, []]);
  expect(await charges([TOTAL, authorised], [TOTAL, 1])).toEqual([
    1,
    [`after the run: NT$2600 instead of NT$1300 charged for the order ${KEPT}`],
  ]);
  expect(await charges([TOTAL, 1], [TOTAL, partlyRefunded])).toEqual([
    1,
    [`after the run: NT$2600 instead of NT$1300 charged for the order ${KEPT}`],
  ]);
  expect(await charges([TOTAL, authorised], [TOTAL, refunded])).toEqual([0, []]);
  expect(await charges([1_200, authorised])).toEqual([1, [`after the run: NT$1200 instead of NT$1300 charged for the order ${KEPT}`]]);
  payments = [];
  parcels = [`${KEPT}S1`, `${OTHER}S1`];
  cash = 1_200;
  expect((await measured([KEPT], url)).problems).toEqual([
    [`after the run: NT$1200 instead of NT$1300 collected for the order ${KEPT}`, 1],
  ]);
  cash = TOTAL;
});

test('simulators that do not answer are a problem and do not end the check', async () => {
  const { bounds, problems } = await measured([KEPT], 'http://127.0.0.1:1');
  expect([bounds['orders_lost'], problems.length]).toEqual([0, 1]);
});

test('an order that the look-up does not show in time is lost', async () => {
  expect(await measured([KEPT, OTHER])).toEqual({
    bounds: { orders_lost: 1, orders_doubled: 0 },
    problems: [['after the run: look-up: 404', 1]],
  });
});
