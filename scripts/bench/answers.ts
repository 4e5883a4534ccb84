import { Pool } from 'undici';
import { checkOut, browser, codOrder, type Browser } from '../whole-shop/fixtures/browser.ts';
import { shopEnvironment, type Outside } from './checkouts.ts';
import { startServer } from './processes.ts';
import { accountPairs, type Call, type Pair } from './account-pairs.ts';
import { dataPairs } from './data-pairs.ts';
import { rankScore } from './rank-test.ts';
import { median, type Figure } from './table.ts';

/** Below this score the times do not differ, at the 1 % level. */
const CRITICAL = 2.58;
/** ms; what a difference of the medians must stay below */
const MOST_DIFFERENCE = 2;
/** Failed guesses of one order's phone number from one network before answers are delayed. */
const GUESSES = 4;
const LANES = 8;

/**
 * Times pairs of calls whose answers must not tell an attacker anything, interleaved and in random order, so that both
 * see the same machine. The limits are on and wide, so that the calls take every step that they take in production.
 */
export async function benchAnswers(outside: Outside, { rounds, port }: { rounds: number; port: number }): Promise<Figure[]> {
  const env = { ...shopEnvironment(outside, port), RATE_LIMITS: 'on', RATE_LIMIT_FACTOR: '1000000' };
  const shop = await startServer('shop-server.ts', env);
  const url = String(shop.said['url']);
  const pool = new Pool(url, { connections: LANES });
  try {
    const known = await placed(url, Math.ceil(rounds / GUESSES));
    const visitor = browser(url);
    const unknown: string[] = [];
    for (let index = 0; index < known.length; index++) unknown.push((await visitor.post<{ id: string }>('/api/genUid/', {})).body.id);
    const figures: Figure[] = [];
    for (const pair of [...pairs(known, unknown), ...(await accountPairs(url)), ...dataPairs()])
      figures.push(await compare(pool, pair, rounds));
    return figures;
  } finally {
    await pool.close();
    await shop.stop();
  }
}

type Known = { orderNo: string; total: number };

async function placed(url: string, count: number): Promise<Known[]> {
  const orders: Known[] = [];
  const buyer = async (visitor: Browser): Promise<void> => {
    while (orders.length < count) {
      const { status, orderNo, body } = await checkOut(visitor, codOrder());
      if (status !== 201) throw new Error(`an order was answered with ${status}`);
      orders.push({ orderNo, total: body.total });
    }
  };
  await Promise.all(Array.from({ length: LANES }, () => buyer(browser(url))));
  return orders;
}

function pairs(known: readonly Known[], unknown: readonly string[]): Pair[] {
  const orderOf = (round: number): Known => known[round % known.length] as Known;
  const orderCall =
    (phone: string) =>
    (round: number): Call => {
      const { orderNo, total } = orderOf(round);
      const { recipient, ...order } = codOrder();
      return { method: 'POST', path: '/api/orders', body: { ...order, recipient: { ...recipient, phone }, orderNo, expectedTotal: total } };
    };
  const proof = (orderNo: string): Call => ({ method: 'POST', path: `/api/orders/${orderNo}/proof`, body: { phone: '0987654321' } });
  const lookUp = (orderNo: string): Call => ({ method: 'GET', path: `/api/orders/${orderNo}` });
  const unknownOf = (round: number): string => unknown[round % unknown.length] as string;
  return [
    {
      what: "order call with a stranger's number: right, wrong phone",
      one: orderCall(codOrder().recipient.phone),
      other: orderCall('0987654321'),
      lanes: 1,
    },
    {
      what: 'proof: unknown order, wrong phone',
      one: (round) => proof(unknownOf(round)),
      other: (round) => proof(orderOf(round).orderNo),
      // Each answer is delayed; sequential calls would take minutes.
      lanes: LANES,
    },
    {
      what: 'look-up: unknown, foreign (the answers differ openly)',
      one: (round) => lookUp(unknownOf(round)),
      other: (round) => lookUp(orderOf(round).orderNo),
      lanes: 1,
      open: true,
    },
  ];
}

async function compare(pool: Pool, pair: Pair, rounds: number): Promise<Figure> {
  const once = async ({ method, path, body, cookie }: Call): Promise<number> => {
    const headers = { ...(body && { 'content-type': 'application/json' }), ...(cookie !== undefined && { cookie }) };
    const began = performance.now();
    const answer = await pool.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) });
    await answer.body.text();
    const took = performance.now() - began;
    if (answer.statusCode >= 500 || answer.statusCode === 429) throw new Error(`${method} ${path} was answered with ${answer.statusCode}`);
    return took;
  };
  const times: { one: number[]; other: number[] } = { one: [], other: [] };
  let round = 0;
  const lane = async (): Promise<void> => {
    for (let mine = round++; mine < rounds; mine = round++) {
      const order = Math.random() < 0.5 ? (['one', 'other'] as const) : (['other', 'one'] as const);
      for (const side of order) times[side].push(await once(pair[side](mine)));
    }
  };
  await Promise.all(Array.from({ length: pair.lanes }, lane));
  const [one, other] = [median(times.one), median(times.other)];
  const score = rankScore(times.one, times.other);
  return {
    what: pair.what,
    value: `${one.toFixed(2)}, ${other.toFixed(2)} ms; rank test ${score.toFixed(2)}`,
    limit: `difference ${(one - other).toFixed(2)} ms, n ${rounds}`,
    ratio: one / other,
    ...(!pair.open && aimOf(pair, { difference: Math.abs(one - other), score: Math.abs(score) })),
  };
}

function aimOf({ told }: Pair, { difference, score }: { difference: number; score: number }): Pick<Figure, 'aim' | 'met'> {
  const isNear = difference < MOST_DIFFERENCE;
  if (told) return { aim: `< ${MOST_DIFFERENCE} ms`, met: isNear };
  return { aim: `< ${MOST_DIFFERENCE} ms, |rank test| < ${CRITICAL}`, met: isNear && score < CRITICAL };
}
