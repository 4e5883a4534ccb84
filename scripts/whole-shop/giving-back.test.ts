import { randomUUID } from 'node:crypto';
import { orderDecider, orderStream, type OrderCommand } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';
import type { Rewards } from '@nordhaut/promotions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { doomedShop } from './fixtures/doomed-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { booksAgree, hundredOff, type Member, memberWith, prepare, send, stockOf, walletOf } from './fixtures/member-promotions.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { control, orderOf, parcelsOf } from './fixtures/records.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';

/** A process that does one step of an order: it serves HTTP and carries rewards. */
type Process = { url: string; commands: Commands; rewards: Rewards };
/** Repeated by a process that lives, it does only what a dead one left. */
type Step = (process: Process) => Promise<unknown>;

const COUPON = 601;
const QUANTITY = 100;
const CREDIT = 5_000;
const MOST = 24;

/** Nothing here reads reports, carries rewards or sweeps by itself, so the doomed process is the one that does. */
let shop: TestShop;
let lanes: Member[];
let living: Process;
beforeAll(async () => {
  shop = await testShop(HASTY, { without: ['rewards', 'parcel-poller', 'checkout-sweeper'] });
  living = { url: shop.url, commands: shop.shop.engine.commands, rewards: shop.shop.faces.promotions.rewards };
  lanes = await Promise.all(Array.from({ length: 4 }, () => memberWith(shop, CREDIT)));
  await hundredOff(shop, COUPON, { coupon_quantity: QUANTITY });
});
afterAll(() => shop.close());

/** A look finds the parcel in a read model. */
async function parcelIs(orderNo: string, code: string): Promise<void> {
  await caughtUp(shop);
  const [parcel] = await parcelsOf(shop, orderNo);
  await control(shop, `parcels/${parcel?.tradeNo}`, { code });
}
const look = ({ visitor }: Member, orderNo: string, { url }: Process) =>
  visitor.at(url).post('/api/ecpay/getLogisticsState/', { orders: [{ MerchantTradeNo: orderNo }] });
const confirm = ({ visitor }: Member, orderNo: string, { url }: Process) =>
  visitor.at(url).post(`/api/orders/${orderNo}/payment/confirm`, {});
/** What the role does after each event of the order; by the newest one. */
async function carryRewards(orderNo: string, { rewards }: Process): Promise<void> {
  const last = (await shop.shop.engine.store.read(orderStream(orderNo))).at(-1);
  const { correlationId } = JSON.parse(last?.metadata ?? '{}') as { correlationId: string };
  await rewards.order(orderNo, { eventId: last?.id ?? '', correlationId });
}

/** Ends one order at each moment in a process that dies then; a living one repeats it. @returns how many moments there are */
async function everyMoment(begin: (own: Member, orderNo: string) => Promise<Step>, isOver: (orderNo: string) => Promise<boolean>) {
  for (let from = 1; from < MOST; from += lanes.length) {
    const died = await Promise.all(
      lanes.map(async (own, index) => {
        const prepared = await prepare(own.visitor, cardOrder(MASTERCARD), { coupons: [`HUNDRED_${COUPON}`], credit: 10 });
        const { orderNo } = prepared.request;
        expect((await send(own.visitor, prepared)).status).toBe(201);
        const step = await begin(own, orderNo);
        const doomed = await doomedShop(shop.shop.engine, { together: false });
        doomed.live(from + index);
        await step(doomed).catch(() => undefined);
        const isDead = doomed.calls() >= from + index;
        await doomed.close();
        await eventually(
          async () => {
            await step(living);
            return isOver(orderNo);
          },
          () => `the end of ${orderNo}`,
        );
        return isDead;
      }),
    );
    await booksAgree(shop, lanes, [COUPON]);
    if (died.includes(false)) return from + died.indexOf(false);
  }
  return MOST;
}
const available = async ({ memberId }: Member) => (await walletOf(shop, memberId)).grants.reduce((sum, { left }) => sum + left, 0);

test('a process that dies after a parcel was not collected: the card, the credit and the coupon are given back once', async () => {
  const moments = await everyMoment(
    async (own, orderNo) => {
      await parcelIs(orderNo, '5004');
      return async (process) => {
        await look(own, orderNo, process);
        await confirm(own, orderNo, process);
        await carryRewards(orderNo, process);
      };
    },
    async (orderNo) => {
      const order = await orderOf(shop, orderNo);
      return order?.refunds.length === 1 && order.refunds[0]?.amount === order.terms.total;
    },
  );
  expect(moments).toBeGreaterThan(3);
  expect(moments).toBeLessThan(MOST);
  expect(await Promise.all(lanes.map(available))).toEqual(lanes.map(() => CREDIT));
  expect(await stockOf(shop, COUPON)).toEqual({ quantity: QUANTITY, reserved: 0, redeemed: 0 });
});

test('a process that dies while goods come back: the credit is given back once, the coupon stays used', async () => {
  const before = await stockOf(shop, COUPON);
  let returned = 0;
  const moments = await everyMoment(
    async (own, orderNo) => {
      returned += 1;
      await parcelIs(orderNo, '3003');
      await look(own, orderNo, living);
      await carryRewards(orderNo, living);
      const at = new Date().toISOString();
      const commands: OrderCommand[] = [
        { type: 'RequestReturn', at, reason: 'CHANGED_MIND', comment: '不合用', sender: null, bankAccount: null },
        { type: 'ApproveReturn', at },
        { type: 'ReceiveReturn', at, reason: 'COMPLETE' },
      ];
      const ids = commands.map(() => randomUUID());
      return async (process) => {
        for (const [index, command] of commands.entries()) {
          const context = { commandId: ids[index] as string, actor: { kind: 'support', id: 'tester' }, now: new Date(at) } as const;
          await process.commands.handle(orderStream(orderNo), orderDecider, command, context);
        }
        await carryRewards(orderNo, process);
        await confirm(own, orderNo, process);
      };
    },
    async (orderNo) => {
      const order = await orderOf(shop, orderNo);
      return order?.returnState === 'REFUNDED' && order.refunds.length === 1 && order.refunds[0]?.amount === order.terms.total;
    },
  );
  expect(moments).toBeGreaterThan(5);
  expect(moments).toBeLessThan(MOST);
  expect(await Promise.all(lanes.map(available))).toEqual(lanes.map(() => CREDIT));
  expect(await stockOf(shop, COUPON)).toEqual({ ...before, redeemed: before.redeemed + returned });
});
