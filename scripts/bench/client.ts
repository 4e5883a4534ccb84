import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { seedEmail } from '@nordhaut/tools/seed-members';
import { recipient } from '../whole-shop/fixtures/browser.ts';

/**
 * Drives whole checkouts from its own process: `clients` buyers at once, each with one checkout after another, for
 * `seconds`. Prints one JSON line. Arguments: kind, url, clients, seconds, number of the first member, members of each
 * client. Kinds: `shop`, every twentieth order is looked up as well; `looking`, every one is; `member`, a signed-in seeded
 * member orders; `promotion`, the same with a coupon and shopping credit; `group`, a group order; `data`, a read of the data
 * API; `bare` and `bare-data`, the same calls to the bare program; `empty`, the calls of a checkout to an empty route.
 */
const [kind, url = '', clientsText = '1', secondsText = '5', firstMember = '1', membersEach = '1'] = process.argv.slice(2);
const clients = Number(clientsText);
const pool = new Pool(url, { connections: clients, pipelining: 1, headersTimeout: 30_000, bodyTimeout: 30_000 });

/** The cookies of one browser, by name. */
type Cookies = Map<string, string>;

async function call(method: 'GET' | 'POST', path: string, body: unknown, cookies?: Cookies, key?: string): Promise<unknown> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (cookies && cookies.size > 0) headers['cookie'] = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  if (key) headers['idempotency-key'] = key;
  const answer = await pool.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
    const [pair = ''] = set.split(';', 1);
    const equals = pair.indexOf('=');
    cookies?.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  return JSON.parse(text);
}

/** `credit`: NT$ */
type Promotions = { coupons?: readonly string[]; credit?: number };
/** of the coupons for load tests (infra/load/coupons.json) */
const PROMOTIONS: Promotions = { coupons: ['LOAD_TEN_OFF'], credit: 50 };

/** Two cart adds, cart, price, number, order: the six calls. `look`: also waits until the look-up shows the order. */
async function shopCheckout(look: boolean, cookies: Cookies = new Map(), { coupons, credit }: Promotions = {}): Promise<void> {
  await call('POST', '/api/cart/items', { productId: 5, quantity: 1, tier: 'ORIGIN' }, cookies, randomUUID());
  await call('POST', '/api/cart/items', { productId: 9, quantity: 1, tier: 'ORIGIN' }, cookies, randomUUID());
  const { items } = (await call('GET', '/api/cart', undefined, cookies)) as { items: unknown[] };
  const { price } = (await call('POST', '/api/getPrice/', { items, portType: 'HOME', coupons, vouchers: credit }, cookies)) as {
    price: number;
  };
  const { id } = (await call('POST', '/api/genUid/', {}, cookies)) as { id: string };
  const order = {
    orderNo: id,
    items,
    coupons,
    credit,
    delivery: { type: 'HOME', subtype: 'TCAT' },
    // Mails to one address are sent one after another.
    recipient: { ...recipient, email: `${id.toLowerCase()}@example.com` },
    invoice: { type: 'NORMAL' },
    payment: { type: 'COD' },
    expectedTotal: price,
    termsAccepted: true,
  };
  const { position } = (await call('POST', '/api/orders', order, cookies, randomUUID())) as { position: string };
  if (look) await call('GET', `/api/orders/${id}?after=${position}`, undefined, cookies);
}

/** The browsers of signed-in members. Each client is each of its members in turn. */
const browsers: Cookies[] = [];
async function signIn(index: number): Promise<void> {
  browsers[index] = new Map();
  await call('POST', '/api/login', { account: seedEmail(Number(firstMember) + index), password: 'abc123' }, browsers[index]);
}
const browserOf = (client: number, turn: number): Cookies =>
  browsers[client * Number(membersEach) + (turn % Number(membersEach))] as Cookies;

/** A number and the order: two cleansers of the seeded project (services/group/seed.ts), with the gift and without a fee. */
async function groupOrder(): Promise<void> {
  const { id } = (await call('POST', '/api/genUid/', {})) as { id: string };
  const { firstName, lastName, phone } = recipient;
  const order = {
    orderNo: id,
    address: 'sunlight-salon',
    items: [{ productId: 5, quantity: 2 }],
    recipient: { name: lastName + firstName, phone, email: `${id.toLowerCase()}@example.com` },
    store: { subtype: 'UNIMARTC2C', id: '131386' },
    expectedTotal: 1_180,
  };
  await call('POST', '/api/group-orders', order, undefined, randomUUID());
}

/** Every read asks for another origin of ingredients, so no answer is the last one's. */
let reads = 0;
async function readData(path: string): Promise<void> {
  const origin = `origin ${reads++}`;
  await call('POST', path, { table: 'ingredient', conditions: [{ property: 'ingredient_origin', operator: '!=', value: origin }] });
}

async function bareCheckout(): Promise<void> {
  const stream = randomUUID();
  for (let step = 0; step < 6; step++) {
    await call('POST', `/streams/${stream}`, { type: `Step${step}`, data: { step, recipient } });
  }
}

async function emptyCheckout(): Promise<void> {
  for (let step = 0; step < 6; step++) await call('POST', '/empty', { type: `Step${step}`, data: { step, recipient } });
}

const checkouts: Record<string, (looks: boolean, client: number, turn: number) => Promise<void>> = {
  shop: (looks) => shopCheckout(looks),
  member: (looks, client, turn) => shopCheckout(looks, browserOf(client, turn)),
  promotion: (looks, client, turn) => shopCheckout(looks, browserOf(client, turn), PROMOTIONS),
  group: groupOrder,
  data: () => readData('/api/get/'),
  'bare-data': () => readData('/data'),
  looking: () => shopCheckout(true),
  bare: bareCheckout,
  empty: emptyCheckout,
};
const checkout = checkouts[kind ?? ''] ?? ((looks: boolean) => shopCheckout(looks));

const times: number[] = [];
/** when each of them began; ms since epoch */
const starts: number[] = [];
let errors = 0;
let firstError = '';
async function buyer(index: number, until: number): Promise<void> {
  for (let turn = 0; Date.now() < until; turn++) {
    const began = performance.now();
    try {
      await checkout((turn + index) % 20 === 0, index, turn);
      times.push(performance.now() - began);
      starts.push(performance.timeOrigin + began);
    } catch (error) {
      errors += 1;
      firstError ||= String(error);
    }
  }
}
if (kind === 'member' || kind === 'promotion') for (let index = 0; index < clients * Number(membersEach); index++) await signIn(index);
const began = performance.now();
const until = Date.now() + Number(secondsText) * 1000;
await Promise.all(Array.from({ length: clients }, (_, index) => buyer(index, until)));
const seconds = (performance.now() - began) / 1000;
await pool.close();
const { user, system } = process.cpuUsage();
const cpuSeconds = (user + system) / 1e6;

const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const outliers = times.flatMap((time, index) =>
  time > 10 * middle ? [{ from: starts[index] as number, to: (starts[index] as number) + time }] : [],
);
times.sort((a, b) => a - b);
const at = (share: number): number => Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 10) / 10;
process.stdout.write(
  `${JSON.stringify({ checkouts: times.length, perSecond: Math.round((times.length / seconds) * 10) / 10, p50: at(0.5), p95: at(0.95), p99: at(0.99), errors, firstError, cpuSeconds, outliers, times: times.map((time) => Math.round(time * 10) / 10) })}\n`,
);
