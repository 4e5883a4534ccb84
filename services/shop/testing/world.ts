import { heldByBank, moneyOf, orderDecider, orderNoOfShipment, orderStream, type Order } from '@nordhaut/ordering';
import { START } from '@nordhaut/platform/event-store';
import type { TestShop } from './test-shop.ts';

/** What the simulated card bank and carriers have in their books. Amounts in NT$. */
export type BankEntry = {
  recTradeId: string;
  orderNumber: string;
  amount: number;
  refunded: number;
  recordStatus: number;
  paymentUrl?: string;
  notifyUrl?: string;
};
export type CarrierEntry = { tradeNo: string; logisticsId: string; subtype: string; amount: number; collects: boolean; status: number };

/** TapPay's record_status (providers §2.5). */
const AUTHORISED = 0;
const CAPTURED = 1;
const PARTLY_REFUNDED = 2;
const PENDING = 4;

const ask = async <T>(url: string): Promise<T> => (await fetch(url)).json() as Promise<T>;

/** Tells the simulated outside world what to do. @throws where it will not */
export async function control(shop: Pick<TestShop, 'simulators'>, path: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(`${shop.simulators.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`control/${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export const payments = (shop: Pick<TestShop, 'simulators'>): Promise<BankEntry[]> => ask(`${shop.simulators.url}/control/payments`);
export const parcels = (shop: Pick<TestShop, 'simulators'>): Promise<CarrierEntry[]> => ask(`${shop.simulators.url}/control/parcels`);
export const paymentsOf = async (shop: TestShop, orderNo: string): Promise<BankEntry[]> =>
  (await payments(shop)).filter(({ orderNumber }) => orderNumber === orderNo);
export const parcelsOf = async (shop: TestShop, orderNo: string): Promise<CarrierEntry[]> =>
  (await parcels(shop)).filter(({ tradeNo }) => orderNoOfShipment(tradeNo) === orderNo);

/** NT$ the bank holds for the shop from this charge */
export const held = ({ recordStatus, amount, refunded }: BankEntry): number =>
  recordStatus === AUTHORISED || recordStatus === CAPTURED || recordStatus === PARTLY_REFUNDED ? amount - refunded : 0;
export const isPending = ({ recordStatus }: BankEntry): boolean => recordStatus === PENDING;

export async function orderOf({ shop }: TestShop, orderNo: string): Promise<Order | null> {
  return (await shop.engine.commands.load(orderStream(orderNo), orderDecider)).state;
}

/** Numbers of all orders that were placed, from the event store itself. */
export async function orderNumbers({ shop }: TestShop): Promise<string[]> {
  const { store } = shop.engine;
  const found: string[] = [];
  for (let after = START; ; ) {
    const page = await store.readAll({ after, filter: { categories: ['order'], types: ['OrderPlaced'] }, limit: 500 });
    found.push(...page.events.map(({ stream }) => stream.slice(stream.indexOf('-') + 1)));
    if (page.upTo === after || page.upTo >= (await store.head())) return found;
    after = page.upTo;
  }
}

/**
 * Where the books of the bank and the carriers differ from the order store; empty is what must hold once nothing is
 * under way: money is held for orders that are paid and stand, once each, less what was paid back; no card is owed
 * anything; a parcel is an order's, and one at most.
 */
export async function differences(shop: TestShop): Promise<string[]> {
  const [bank, depot, numbers] = await Promise.all([payments(shop), parcels(shop), orderNumbers(shop)]);
  const orders = new Map(await Promise.all(numbers.map(async (no) => [no, await orderOf(shop, no)] as const)));
  const wrong: string[] = [];
  for (const no of new Set([
    ...numbers,
    ...bank.map(({ orderNumber }) => orderNumber),
    ...depot.map(({ tradeNo }) => orderNoOfShipment(tradeNo)),
  ])) {
    const order = orders.get(no);
    const money = bank.filter(({ orderNumber }) => orderNumber === no).reduce((sum, entry) => sum + held(entry), 0);
    const own = order ? heldByBank(order) : 0;
    if (money !== own) wrong.push(`${no}: the bank holds ${money}, the order says ${own}`);
    const stands = order && !order.cancelled && !order.payment.failure && !order.shipmentRejected;
    const transferred = (order?.refunds ?? []).reduce((sum, { way, amount }) => (way === 'transfer' ? sum + amount : sum), 0);
    if (money > (stands ? order.terms.total : 0) + transferred)
      wrong.push(`${no}: the bank holds ${money} for an order that ${stands ? 'costs less' : 'does not stand'}`);
    const owed = order ? moneyOf(order).debts.filter(({ way }) => way === 'card') : [];
    if (owed.length > 0) wrong.push(`${no}: a card is owed ${owed.map(({ amount, reason }) => `${amount} (${reason})`).join()}`);
    const sent = depot.filter(({ tradeNo }) => orderNoOfShipment(tradeNo) === no);
    const ids = sent.map(({ logisticsId }) => logisticsId).join();
    if (ids !== (order?.shipment?.logisticsId ?? ''))
      wrong.push(`${no}: the carrier has parcel "${ids}", the order "${order?.shipment?.logisticsId}"`);
  }
  return wrong;
}

/** Waits for something of the outside world or the shop's inside. @throws after `ms` */
export async function eventually<T>(look: () => Promise<T | undefined | null | false>, what: string, ms = 10_000): Promise<T> {
  for (const deadline = Date.now() + ms; ; ) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`still waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
