import { setTimeout as sleep } from 'node:timers/promises';
import { orderNoOfShipment } from '@nordhaut/ordering';
import type { Threshold } from './result-shape.ts';

/** look-ups that wait for an answer at the same time */
const AT_ONCE = 8;
/** ms: until the last look-up, one look-up, and between two rounds */
const PATIENCE = { all: 30_000, one: 10_000, between: 500 };

/** The bounds, and the problems with their counts. */
export type KeptOrders = { bounds: Threshold[]; problems: Map<string, number> };
type Parcel = { tradeNo: string };

/**
 * Looks every confirmed order up after the run, as a buyer does, and compares the orders with the carrier's parcels. The
 * answers of the run prove neither that an order is kept nor that it was sent once.
 */
export async function reconcileOrders(
  target: string,
  simulators: string | undefined,
  orders: readonly string[],
  patience = PATIENCE.all,
): Promise<KeptOrders> {
  const missing = await notShown(target, orders, patience);
  const parcels = simulators === undefined ? [] : await parcelsOf(simulators);
  const ours = new Set(orders);
  const sentAgain = twice((parcels ?? []).map(({ tradeNo }) => orderNoOfShipment(tradeNo)).filter((orderNo) => ours.has(orderNo)));
  const problems = new Map<string, number>();
  const add = (problem: string): void => void problems.set(problem, (problems.get(problem) ?? 0) + 1);
  if (parcels === undefined) add('after the run: the parcels could not be read, because the simulators did not answer');
  for (const answer of missing.values()) add(`after the run: look-up: ${answer}`);
  const numbers = twice(orders);
  for (const orderNo of numbers) add(`after the run: two shoppers got the order number ${orderNo}`);
  for (const orderNo of sentAgain) add(`after the run: two parcels for the order ${orderNo}`);
  return { bounds: [none('orders_lost', missing.size), none('orders_doubled', numbers.length + sentAgain.length)], problems };
}

const none = (metric: string, measured: number): Threshold => ({ metric, demand: 'count==0', measured, ok: measured === 0 });

/** The orders that the look-up does not show, with its last answer. A read model may be behind, so the others are asked for again. */
async function notShown(target: string, orders: readonly string[], patience: number): Promise<Map<string, string>> {
  let missing = new Map([...new Set(orders)].map((orderNo) => [orderNo, 'not asked']));
  for (const deadline = Date.now() + patience; ; await sleep(PATIENCE.between)) {
    const left = [...missing.keys()];
    const answers = new Map<string, string>();
    let unanswered = 0;
    const ask = async (): Promise<void> => {
      for (let orderNo = left.pop(); orderNo !== undefined; orderNo = left.pop()) {
        // A shop that hangs must not delay the result by a time limit for each order.
        const answer = unanswered < AT_ONCE ? await lookUp(target, orderNo) : NO_ANSWER;
        if (answer === NO_ANSWER) unanswered += 1;
        answers.set(orderNo, answer);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    missing = new Map([...answers].filter(([, answer]) => answer !== SHOWN));
    if (missing.size === 0 || Date.now() > deadline) break;
  }
  return missing;
}

const SHOWN = '200';
const NO_ANSWER = 'no answer';

async function lookUp(target: string, orderNo: string): Promise<string> {
  try {
    const answer = await fetch(`${target}/api/orders/${orderNo}`, { signal: AbortSignal.timeout(PATIENCE.one) });
    await answer.body?.cancel();
    return String(answer.status);
  } catch {
    return NO_ANSWER;
  }
}

/** undefined: the simulators do not answer */
async function parcelsOf(simulators: string): Promise<Parcel[] | undefined> {
  try {
    return (await (await fetch(`${simulators}/control/parcels`, { signal: AbortSignal.timeout(PATIENCE.all) })).json()) as Parcel[];
  } catch {
    return undefined;
  }
}

function twice(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.has(name) || !seen.add(name));
}
