import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrime } from '@nordhaut/simulators';
import { Agent } from 'undici';
import { recipient } from '../whole-shop/fixtures/browser.ts';

/**
 * Buyers who arrive at a fixed rate, each with one checkout, every fifth by card. A call that is refused is sent again with
 * its key after the pause that the server asks for, as the page does. Prints one JSON line. Arguments: url, buyers per
 * second, seconds.
 */
const [url = '', rateText = '20', secondsText = '80'] = process.argv.slice(2);
const [rate, seconds] = [Number(rateText), Number(secondsText)];
const MASTERCARD = '5451417825230575';
/** ms for which a buyer tries */
const PATIENCE = 180_000;
const agent = new Agent({ connections: 1_000, headersTimeout: 60_000, bodyTimeout: 60_000 });

/** One HTTP call: when it began (ms since epoch), how long it took (ms), and its answer. */
export type Sent = { at: number; ms: number; status: number; code: string };
export type OutageRun = {
  /** `began`, `at`: when the buyer came and when the order was answered, ms since epoch */
  orders: { orderNo: string; began: number; at: number; isCard: boolean }[];
  gaveUp: string[];
  sent: Sent[];
  mostUnderWay: number;
};
const run: OutageRun = { orders: [], gaveUp: [], sent: [], mostUnderWay: 0 };
let underWay = 0;

type Answer = { status: number; json: Record<string, unknown>; cookie: string; retryAfter: number };

async function once(method: 'GET' | 'POST', path: string, body: unknown, cookie: string, key: string): Promise<Answer> {
  const at = Date.now();
  const began = performance.now();
  run.mostUnderWay = Math.max(run.mostUnderWay, ++underWay);
  let answer: Answer = { status: 0, json: {}, cookie: '', retryAfter: 0 };
  try {
    const {
      statusCode,
      headers,
      body: stream,
    } = await agent.request({
      origin: url,
      method,
      path,
      headers: { cookie, ...(method === 'POST' && { 'content-type': 'application/json', 'idempotency-key': key }) },
      body: method === 'POST' ? JSON.stringify(body) : null,
    });
    const set = headers['set-cookie'];
    const text = await stream.text();
    answer = {
      status: statusCode,
      json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      cookie: [set ?? []]
        .flat()
        .map((line) => line.split(';')[0])
        .join('; '),
      retryAfter: Number(headers['retry-after'] ?? 0),
    };
  } catch {
    // no answer: sent again, too
  } finally {
    underWay--;
  }
  const { code } = answer.json;
  run.sent.push({ at, ms: performance.now() - began, status: answer.status, code: typeof code === 'string' ? code : '' });
  return answer;
}

/** @throws when the buyer's patience is over, or the call was refused for good */
async function call(method: 'GET' | 'POST', path: string, body: () => unknown, cookie: string, until: number): Promise<Answer> {
  let key = randomUUID();
  let built = Date.now();
  let payload = body();
  for (let refusals = 0; ; refusals++) {
    // The card's token lives for 90 s; then the page makes a new one, and a new key.
    if (Date.now() - built > 80_000) [key, built, payload] = [randomUUID(), Date.now(), body()];
    const answer = await once(method, path, payload, cookie, key);
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (answer.status !== 0 && answer.status < 500) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.json['code'])}`);
    if (Date.now() > until) throw new Error(`${path}: still ${answer.status}`);
    await sleep(Math.min((answer.retryAfter || 1) * 1.5 ** refusals, 15) * 1_000 * (1 + Math.random()));
  }
}

async function buyer(isCard: boolean): Promise<void> {
  const began = Date.now();
  const until = began + PATIENCE;
  const first = await call('POST', '/api/cart/items', () => ({ productId: 5, quantity: 1, tier: 'ORIGIN' }), '', until);
  const { cookie } = first;
  await call('POST', '/api/cart/items', () => ({ productId: 9, quantity: 1, tier: 'ORIGIN' }), cookie, until);
  const { items } = (await call('GET', '/api/cart', () => undefined, cookie, until)).json;
  const { price } = (await call('POST', '/api/getPrice/', () => ({ items, portType: 'HOME' }), cookie, until)).json;
  const orderNo = String((await call('POST', '/api/genUid/', () => ({}), cookie, until)).json['id']);
  const order = () => ({
    orderNo,
    items,
    delivery: { type: 'HOME', subtype: 'TCAT' },
    recipient,
    invoice: { type: 'NORMAL' },
    payment: isCard ? { type: 'CREDIT', prime: makePrime(MASTERCARD, Date.now()) } : { type: 'COD' },
    expectedTotal: price,
    termsAccepted: true,
  });
  await call('POST', '/api/orders', order, cookie, until);
  run.orders.push({ orderNo, began, at: Date.now(), isCard });
}

const began = Date.now();
const buyers: Promise<void>[] = [];
for (let count = 0; count < rate * seconds; count++) {
  await sleep(Math.max(0, began + (count * 1_000) / rate - Date.now()));
  buyers.push(buyer(count % 5 === 0).catch((error: unknown) => void run.gaveUp.push(String(error))));
}
await Promise.all(buyers);
await agent.close();
process.stdout.write(`${JSON.stringify(run)}\n`);
