import { setTimeout as sleep } from 'node:timers/promises';
import { rollup, sum } from 'd3-array';
import { orderNoOfShipment } from '@nordhaut/ordering';
import type { Threshold } from './result-shape.ts';

/** look-ups that wait for an answer at the same time */
const AT_ONCE = 8;
/** ms: until the last look-up, one look-up, and between two rounds */
const PATIENCE = { all: 30_000, one: 10_000, between: 500 };

/** The bounds, and the problems with their counts. */
export type KeptOrders = { bounds: Threshold[]; problems: Map<string, number> };
/** What the simulators answer of a parcel and of a charge. Amounts in NT$. */
type Parcel = { tradeNo: string; collects: boolean; amount: number };
type Payment = { orderNumber: string; amount: number; recordStatus: number };
/** `record_status` of the bank for a charge that was authorised, captured, or partly refunded (providers §2.5). A refund does not change its amount. */
const CHARGED: ReadonlySet<number> = new Set([0, 1, 2]);

/**
 * Looks every confirmed order up after the run, as a buyer does, and compares the orders with the carrier's parcels and the bank's
 * charges. The answers of the run prove neither that an order is kept nor that it was sent and charged once.
 */
export async function reconcileOrders(
  target: string,
  simulators: string | undefined,
  orders: readonly string[],
  patience = PATIENCE.all,
): Promise<KeptOrders> {
  const { missing, totals } = await lookUpAll(target, orders, patience);
  const [parcels, payments] =
    simulators === undefined
      ? [[], []]
      : await Promise.all([recordsOf<Parcel>(simulators, 'parcels'), recordsOf<Payment>(simulators, 'payments')]);
  const ours = new Set(orders);
  const sentAgain = twice((parcels ?? []).map(({ tradeNo }) => orderNoOfShipment(tradeNo)).filter((orderNo) => ours.has(orderNo)));
  const problems = new Map<string, number>();
  const add = (problem: string): void => void problems.set(problem, (problems.get(problem) ?? 0) + 1);
  if (!parcels || !payments) add('after the run: parcels and charges could not be read, because the simulators did not answer');
  for (const answer of missing.values()) add(`after the run: look-up: ${answer}`);
  const numbers = twice(orders);
  for (const orderNo of numbers) add(`after the run: two shoppers got the order number ${orderNo}`);
  for (const orderNo of sentAgain) add(`after the run: two parcels for the order ${orderNo}`);
  const differ = amountsThatDiffer(totals, parcels ?? [], payments ?? []);
  for (const problem of differ) add(`after the run: ${problem}`);
  const ofMoney = simulators === undefined ? [] : [none('amounts_differ', differ.length)];
  return { bounds: [none('orders_lost', missing.size), none('orders_doubled', numbers.length + sentAgain.length), ...ofMoney], problems };
}

/** What was charged for an order, and what its parcel collects, is the order's total. An order without a charge is not judged. */
function amountsThatDiffer(totals: ReadonlyMap<string, number>, parcels: readonly Parcel[], payments: readonly Payment[]): string[] {
  const charges = payments.filter(({ recordStatus }) => CHARGED.has(recordStatus));
  const charged = rollup(
    charges,
    (some) => sum(some, ({ amount }) => amount),
    ({ orderNumber }) => orderNumber,
  );
  const collected = parcels.filter(({ collects }) => collects).map(({ tradeNo, amount }) => [orderNoOfShipment(tradeNo), amount] as const);
  const differing = (how: string, amounts: Iterable<readonly [orderNo: string, amount: number]>): string[] =>
    [...amounts].flatMap(([orderNo, amount]) => {
      const total = totals.get(orderNo) ?? amount;
      return total === amount ? [] : [`NT$${amount} instead of NT$${total} ${how} for the order ${orderNo}`];
    });
  return [...differing('charged', charged), ...differing('collected', collected)];
}

const none = (metric: string, measured: number): Threshold => ({ metric, demand: 'count==0', measured, ok: measured === 0 });

/**
 * `missing`: the orders that the look-up does not show, with its last answer; a read model may be behind, so they are asked for again.
 * `totals`: of the others, NT$
 */
async function lookUpAll(
  target: string,
  orders: readonly string[],
  patience: number,
): Promise<{ missing: Map<string, string>; totals: Map<string, number> }> {
  const totals = new Map<string, number>();
  let missing = new Map([...new Set(orders)].map((orderNo) => [orderNo, 'not asked']));
  for (const deadline = Date.now() + patience; ; await sleep(PATIENCE.between)) {
    const left = [...missing.keys()];
    const answers = new Map<string, string>();
    let unanswered = 0;
    const ask = async (): Promise<void> => {
      for (let orderNo = left.pop(); orderNo !== undefined; orderNo = left.pop()) {
        // A shop that hangs must not delay the result by a time limit for each order.
        const answer = unanswered < AT_ONCE ? await lookUp(target, orderNo, totals) : NO_ANSWER;
        if (answer === NO_ANSWER) unanswered += 1;
        answers.set(orderNo, answer);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    missing = new Map([...answers].filter(([, answer]) => answer !== SHOWN));
    if (missing.size === 0 || Date.now() > deadline) break;
  }
  return { missing, totals };
}

const SHOWN = '200';
const NO_ANSWER = 'no answer';

async function lookUp(target: string, orderNo: string, totals: Map<string, number>): Promise<string> {
  try {
    const answer = await fetch(`${target}/api/orders/${orderNo}`, { signal: AbortSignal.timeout(PATIENCE.one) });
    if (answer.ok) totals.set(orderNo, ((await answer.json()) as { order: { total: number } }).order.total);
    else await answer.body?.cancel();
    return String(answer.status);
  } catch {
    return NO_ANSWER;
  }
}

/** undefined: the simulators do not answer */
async function recordsOf<One>(simulators: string, what: 'parcels' | 'payments'): Promise<One[] | undefined> {
  try {
    return (await (await fetch(`${simulators}/control/${what}`, { signal: AbortSignal.timeout(PATIENCE.all) })).json()) as One[];
  } catch {
    return undefined;
  }
}

function twice(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.has(name) || !seen.add(name));
}
