import { randomUUID } from 'node:crypto';
import type { PlaceOrderAnswer } from '@nordhaut/contracts';
import { aborted, sleep } from '@nordhaut/platform/timing';
import { browser, codOrder, type Browser } from '../whole-shop/fixtures/browser.ts';
import { follower, type Follower } from '../whole-shop/fixtures/follower.ts';

/** The waits of a buyer: the answer to the order, the order in the look-up, and each push of a status. */
export type Wait = 'order' | 'look-up' | 'push';
type Waited = { what: Wait; from: number; to: number };

export type Probe = {
  waits: Waited[];
  /** calls that failed and were repeated */
  failures: { at: number; why: string }[];
  /** orders that were answered with success */
  placed: string[];
  /** statuses that were not pushed within `PATIENCE` */
  missed: string[];
  /** the current wait */
  doing(): string;
  stop(): Promise<void>;
};

/** Maximum wait before the drill fails, in ms. */
const PATIENCE = 90_000;
/** Maximum time of a call, in ms. */
const ANSWER = 15_000;
/** Carrier codes of a home delivery, in order. */
const CODES = [3001, 3006, 3003];

/** @throws after `ANSWER`, as a browser does. The page then repeats the call */
const late = (): Promise<never> =>
  sleep(ANSWER, undefined, { ref: false }).then(() => {
    throw new Error(`no answer in ${ANSWER / 1000} s`);
  });

/**
 * Simulates one buyer after another and records their waits. A buyer places an order, looks it up and follows it while its
 * parcel moves. A failed call is repeated with the same key until it succeeds.
 */
export function startProbe({ url, simulatorsUrl }: { url: string; simulatorsUrl: string }): Probe {
  const stopping = new AbortController();
  let doing = 'nothing';
  const probe: Omit<Probe, 'stop' | 'doing'> = { waits: [], failures: [], placed: [], missed: [] };

  const waitedFor = async <T>(what: Wait, work: () => Promise<T>): Promise<T> => {
    const from = Date.now();
    doing = what;
    const result = await work();
    probe.waits.push({ what, from, to: Date.now() });
    return result;
  };

  /** Repeats a call until it succeeds. @throws after `PATIENCE` */
  async function repeat<T>(call: () => Promise<T>, isSuccess: (answer: T) => boolean): Promise<T> {
    for (const deadline = Date.now() + PATIENCE; ; await sleep(100)) {
      const answer = await Promise.race([call(), late()]).catch((error: Error) => error);
      if (!(answer instanceof Error) && isSuccess(answer)) return answer;
      const why =
        answer instanceof Error
          ? String((answer.cause as Error | undefined)?.message ?? answer.message)
          : JSON.stringify(answer).slice(0, 200);
      probe.failures.push({ at: Date.now(), why });
      if (Date.now() > deadline) throw new Error(`still failing after ${PATIENCE / 1000} s: ${why}`);
    }
  }

  async function buy(visitor: Browser): Promise<{ orderNo: string; position: string }> {
    const order = codOrder();
    const ok = ({ status }: { status: number }): boolean => status < 300;
    for (const item of order.items) {
      const key = randomUUID();
      await repeat(() => visitor.post('/api/cart/items', item, { key }), ok);
    }
    const price = await repeat(() => visitor.post<{ price: number }>('/api/getPrice/', { items: order.items, portType: 'HOME' }), ok);
    const { body: number } = await repeat(() => visitor.post<{ id: string }>('/api/genUid/', {}), ok);
    const key = randomUUID();
    const request = { ...order, orderNo: number.id, expectedTotal: price.body.price };
    const { body } = await repeat(() => visitor.post<PlaceOrderAnswer>('/api/orders', request, { key }), ok);
    probe.placed.push(number.id);
    return { orderNo: number.id, position: body.position };
  }

  async function follow(orderNo: string): Promise<void> {
    let page: Follower | undefined;
    const seen = new Map<number, string>();
    let revision = -1;
    const reading = new AbortController();
    // As in a page: connect again and request the missed updates.
    const following = (async () => {
      while (!reading.signal.aborted) {
        try {
          page = await follower(url);
          page.socket.on('order:status', (message) => {
            if (message.revision > revision) revision = message.revision;
            seen.set(message.revision, message.status.code);
          });
          const ack = await page.subscribe({ orderNo, afterRevision: revision });
          if (!ack.ok) throw new Error(ack.message);
          const gone = new Promise((resolve) => page?.socket.once('disconnect', resolve));
          await Promise.race([gone, aborted(reading.signal)]);
        } catch {
          await sleep(100);
        } finally {
          page?.close();
        }
      }
    })();
    for (const code of CODES) {
      const before = revision;
      await repeat(
        () => move(orderNo, code),
        (answer) => answer.ok,
      );
      await waitedFor('push', async () => {
        for (const deadline = Date.now() + PATIENCE; revision <= before; await sleep(5)) {
          if (Date.now() < deadline) continue;
          probe.missed.push(`${orderNo} after revision ${before}`);
          return;
        }
      });
    }
    reading.abort();
    await following;
  }

  const move = (orderNo: string, code: number): Promise<Response> =>
    fetch(`${simulatorsUrl}/control/parcels/${orderNo}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      signal: AbortSignal.timeout(5_000),
    });

  const running = (async () => {
    while (!stopping.signal.aborted) {
      const visitor = browser(url);
      const { orderNo, position } = await waitedFor('order', () => buy(visitor));
      await waitedFor('look-up', () =>
        repeat(
          () => visitor.get(`/api/orders/${orderNo}?after=${position}`),
          ({ status }) => status === 200,
        ),
      );
      await repeat(
        () => visitor.get<{ order: { tracking: unknown } }>(`/api/orders/${orderNo}`),
        ({ body }) => body.order?.tracking != null,
      );
      await follow(orderNo);
    }
  })();
  return {
    ...probe,
    doing: () => doing,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
