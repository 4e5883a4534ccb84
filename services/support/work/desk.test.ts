import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { createMetrics } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HeldParcel, RefundDue } from '@nordhaut/ordering';
import { supportMigrations } from '../tables.ts';
import { workDesk } from './desk.ts';
import { workMetrics } from './metrics.ts';
import { stuckToDo } from './parcel-stuck.ts';
import type { WorkSources } from './work-list.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase(supportMigrations)));
afterAll(() => database.drop());

const START = Date.parse('2026-11-01T00:00:00Z');
const clock = () => new Date('2026-11-25T00:00:00Z');
const at = (minute: number) => new Date(START + minute * 60_000);
const sources = (given: Partial<WorkSources>): WorkSources => {
  const none = async () => [];
  return {
    closedDays: new Set(),
    waiting: none,
    parcelsToSend: none,
    heldParcels: none,
    refundsDue: none,
    proposed: none,
    disputed: none,
    proposedCredit: none,
    moneyDifferences: none,
    failedMails: none,
    publicMembers: async () => new Map(),
    newReviews: none,
    inquiries: none,
    personRequests: none,
    formerStaff: async () => new Set(),
    ...given,
  };
};

const NOTHING = {
  goods: null,
  askedAt: null,
  parcel: null,
  unclear: null,
  sentAt: null,
  cash: false,
  linked: false,
  credit: 0,
  total: 1_100,
};

test('rows that are done do not hide the rows behind them', async () => {
  const orders = Array.from({ length: 1_201 }, (_, minute) => ({
    orderNo: `N${minute}`,
    since: at(minute),
    ...NOTHING,
  }));
  const desk = workDesk(database.pool, sources({ waiting: async (_, { limit }) => orders.slice(0, limit) }), clock);
  const list = desk.find('not-collected');
  if (!list) throw new Error('there is no such list');
  expect(await desk.rows(list)).toHaveLength(500);
  await database.pool.query(
    `insert into support_work (list, order_no, staff_id, taken_at, since, done_at)
     select 'not-collected', 'N' || minute, 'S1', now(), $1::timestamptz + minute * interval '1 minute', now()
     from generate_series(0, 1199) as minute`,
    [new Date(START)],
  );
  expect((await desk.rows(list)).map(({ item }) => item)).toEqual(['N1200']);
  expect((await desk.counts()).find(({ key }) => key === 'not-collected')).toMatchObject({ count: 1 });
});

test('a row of somebody who left is free again, for one of two who take it; what they did stays done', async () => {
  const orders = ['L1', 'L2'].map((orderNo, minute) => ({ orderNo, since: at(minute), ...NOTHING }));
  const former = new Set<string>();
  const formerStaff = async (ids: readonly string[]) => new Set(ids.filter((id) => former.has(id)));
  const desk = workDesk(database.pool, sources({ waiting: async () => orders, formerStaff }), clock);
  const list = desk.find('shipment-refused');
  if (!list) throw new Error('there is no such list');
  const take = (item: string, who: string, done = false) => desk.take(list.key, item, at(item === 'L1' ? 0 : 1), who, done);
  expect([await take('L1', 'LEAVES'), await take('L2', 'LEAVES', true), await take('L1', 'OTHER')]).toEqual([true, true, false]);
  former.add('LEAVES');
  expect(await desk.rows(list)).toMatchObject([{ item: 'L1', staffId: null }]);
  expect((await Promise.all(['ONE', 'TWO'].map((who) => take('L1', who)))).toSorted()).toEqual([false, true]);
  expect(await take('L2', 'ONE')).toBe(false);
});

test('a row that is done stays done when its owner gives it back, or takes it, on a page that was loaded before', async () => {
  const waiting = async () => [{ orderNo: 'G1', since: at(0), ...NOTHING }];
  const desk = workDesk(database.pool, sources({ waiting }), clock);
  const list = desk.find('shipment-refused') ?? expect.fail('there is no such list');
  const items = async () => (await desk.rows(list)).map(({ item }) => item);
  expect(await desk.take(list.key, 'G1', at(0), 'ONE', false)).toBe(true);
  await desk.giveBack(list.key, 'G1', at(0), 'ONE');
  expect(await desk.take(list.key, 'G1', at(0), 'ONE', true)).toBe(true);
  await desk.giveBack(list.key, 'G1', at(0), 'ONE');
  expect(await items()).toEqual([]);
  expect(await desk.take(list.key, 'G1', at(0), 'ONE', false)).toBe(false);
  expect(await items()).toEqual([]);
});

test('an order whose mails failed is one row: which mails, why, since the newest; it can be done, and a later failure is a new row', async () => {
  const mails = [
    { stream: 'order-M1', kind: 'ORDER_CREATED', reason: 'NO_ADDRESS', since: at(1) },
    { stream: 'order-M1', kind: 'ORDER_REFUNDED', reason: 'BOUNCED', since: at(2) },
  ];
  const desk = workDesk(database.pool, sources({ failedMails: async () => mails }), clock);
  const list = desk.find('mail-failed');
  if (!list) throw new Error('there is no such list');
  expect(await desk.rows(list)).toMatchObject([
    { item: 'M1', since: at(2), what: '未寄出：訂單成立（沒有電子郵件地址）；未寄出：退款通知（收件信箱退信）' },
  ]);
  expect(await desk.take('mail-failed', 'M1', at(2), 'S1', true)).toBe(true);
  expect(await desk.rows(list)).toEqual([]);
  mails.push({ stream: 'order-M1', kind: 'ORDER_CANCELLED', reason: 'REFUSED', since: at(3) });
  expect(await desk.rows(list)).toMatchObject([{ item: 'M1', since: at(3) }]);
});

test('parcels of cancelled orders: what to do before the carrier has them, on their way, and with the buyer', async () => {
  const held: HeldParcel[] = [
    { orderNo: 'H1', since: at(1), moved: false, stage: 'preparing', cash: false, total: 1_100 },
    { orderNo: 'H2', since: at(2), moved: true, stage: 'in-transit', cash: false, total: 1_100 },
    { orderNo: 'H3', since: at(3), moved: true, stage: 'delivered', cash: false, total: 1_100 },
    { orderNo: 'H4', since: at(4), moved: true, stage: 'delivered', cash: true, total: 1_100 },
    { orderNo: 'H5', since: at(5), moved: true, stage: 'delivered', cash: false, total: 0 },
  ];
  const desk = workDesk(database.pool, sources({ heldParcels: async ({ moved }) => held.filter((one) => one.moved === moved) }), clock);
  const rowsOf = async (key: string) => {
    const list = desk.find(key);
    if (!list) throw new Error('there is no such list');
    return (await desk.rows(list)).map(({ item, what }) => [item, what]);
  };
  expect(await rowsOf('do-not-ship')).toEqual([['H1', '請向倉庫確認包裹留在倉庫、不交給物流；倉庫回覆已留件後標示完成']]);
  expect(await rowsOf('cancelled-moves')).toEqual([
    ['H2', '訂單已取消，包裹仍在配送，請聯絡物流攔截退回'],
    ['H3', '訂單已取消並退款，顧客已收到商品，請聯絡顧客安排取回'],
    ['H4', '訂單已取消，顧客已取貨付款，請先聯絡顧客確認保留或取回商品，再處理退款'],
    ['H5', '訂單已取消，顧客已收到商品，請聯絡顧客安排取回'],
  ]);

  // The alert ends with the work, and not before.
  const metrics = createMetrics();
  workMetrics({ metrics }, desk, async () => 0);
  const counted = async () => Number(/^parcels_moved_after_cancel (\S+)$/m.exec(await metrics.text())?.[1]);
  expect(await counted()).toBe(4);
  for (const { orderNo, since, moved } of held) if (moved) await desk.take('cancelled-moves', orderNo, since, 'S1', true);
  expect(await counted()).toBe(0);
});

test('rows that wait for somebody else are no work of support until their date is over, and only then they are counted and taken', async () => {
  const refund: RefundDue = {
    amount: 880,
    way: 'card',
    reason: 'RETURN',
    dueBy: '2026-12-12T15:59:59.999Z',
    triedUntil: '2026-11-30T00:00:00.000Z',
    awaitsRewards: false,
    delivered: true,
  };
  let now = new Date('2026-11-25T00:00:00Z');
  const refunds = [{ ...refund, amount: 120, dueBy: null }, refund];
  const desk = workDesk(
    database.pool,
    sources({ refundsDue: async () => [{ orderNo: 'W1', since: at(1), refunds }], waiting: async () => [] }),
    () => now,
  );
  const list = desk.find('money-owed');
  if (!list) throw new Error('there is no such list');
  const counts = async () => (await desk.counts()).find(({ key }) => key === 'money-owed');
  expect(await desk.rows(list)).toMatchObject([
    {
      item: 'W1',
      turn: 'system',
      what: '等系統退款 NT$120（退回信用卡）；等系統退款 NT$880（退回信用卡）',
      dueAt: new Date('2026-12-12T15:59:59.999Z'),
    },
  ]);
  expect(await counts()).toMatchObject({ count: 0, waiting: 1, overdue: 0 });
  now = new Date('2026-12-01T00:00:00Z');
  expect(await desk.rows(list)).toMatchObject([{ turn: 'support', what: expect.stringContaining('請提出改以匯款退款') }]);
  expect(await counts()).toMatchObject({ count: 1, waiting: 0, overdue: 1 });
});

test('a refund that the system does not begin is the work of support after a day', async () => {
  const refund = { amount: 880, way: 'card', reason: 'CANCELLED', dueBy: null, triedUntil: null, awaitsRewards: false, delivered: false };
  const owed = [{ orderNo: 'B1', since: at(0), refunds: [refund as RefundDue] }];
  let now = at(1);
  const desk = workDesk(database.pool, sources({ refundsDue: async () => owed }), () => now);
  const list = desk.find('money-owed');
  if (!list) throw new Error('there is no such list');
  const dueAt = new Date('2026-11-02T00:00:00Z');
  expect(await desk.rows(list)).toMatchObject([{ turn: 'system', what: '等系統退款 NT$880（退回信用卡）', dueAt }]);
  now = new Date('2026-11-02T00:00:01Z');
  expect(await desk.rows(list)).toMatchObject([{ turn: 'support', what: '等系統退款 NT$880（退回信用卡）；逾期未完成，請查明', dueAt }]);
  expect((await desk.counts()).find(({ key }) => key === 'money-owed')).toMatchObject({ count: 1, overdue: 1 });
});

test('rows that wait for somebody else do not hide those of support behind them', async () => {
  const triedUntil = '2026-12-01T00:00:00.000Z';
  const refund = { amount: 880, reason: 'RETURN', dueBy: null, triedUntil, awaitsRewards: false, delivered: true } as const;
  const owed = Array.from({ length: 901 }, (_, minute) => ({
    orderNo: `O${minute}`,
    since: at(minute),
    refunds: [{ ...refund, way: minute === 900 ? ('transfer' as const) : ('card' as const) }],
  }));
  const desk = workDesk(database.pool, sources({ refundsDue: async ({ limit }) => owed.slice(0, limit) }), clock);
  const list = desk.find('money-owed');
  if (!list) throw new Error('there is no such list');
  const rows = await desk.rows(list);
  expect(rows.slice(0, 2)).toMatchObject([
    { item: 'O900', turn: 'support', dueAt: new Date(at(900).getTime() + 7 * 86_400_000) },
    { item: 'O0', turn: 'system' },
  ]);
  expect(rows).toHaveLength(501);
});

test('the rows of an order say which of them are done', async () => {
  const desk = workDesk(
    database.pool,
    sources({
      waiting: async (waits) =>
        waits === 'stuck' ? [{ orderNo: 'T1', since: at(5), ...NOTHING, parcel: { subtype: 'TCAT', code: '5002' } }] : [],
    }),
    clock,
  );
  const tasks = async () => (await desk.tasksOf('T1')).map(({ list, what, isDone }) => [list.key, what, isDone]);
  const what = '物流遺失包裹，請決定補寄或退款；物流找回並送達時標示完成';
  expect(await tasks()).toEqual([['parcel-stuck', what, false]]);
  expect(await desk.take('parcel-stuck', 'T1', at(5), 'S1', true)).toBe(true);
  expect(await tasks()).toEqual([['parcel-stuck', what, true]]);
});

test('a lost parcel whose money went back names the shopping credit that is left to give', () => {
  const lost = { parcel: { subtype: 'TCAT', code: '5002' }, cash: false, linked: false, total: 800 } as const;
  expect(stuckToDo({ ...lost, credit: 0 })).toBe('物流遺失包裹，請決定補寄或退款；物流找回並送達時標示完成');
  expect(stuckToDo({ ...lost, credit: 300 })).toBe(
    '物流遺失包裹，款項已退，請另贈送顧客以購物金支付的 NT$300；無法贈送，或物流找回並送達時，標示完成',
  );
});

test('rows that were done long ago are not read again; an open one, and those of the last 60 days, stay', async () => {
  const START_OF_YEARS = Date.parse('2024-01-01T00:00:00Z');
  const mails = Array.from({ length: 3_000 }, (_, hour) => ({
    stream: `order-Y${hour}`,
    kind: 'ORDER_CREATED',
    reason: 'BOUNCED',
    since: new Date(START_OF_YEARS + hour * 3_600_000 * 8),
  }));
  let read = 0;
  const given = sources({
    async failedMails({ after, before, limit }) {
      const rows = mails.filter(({ since }) => since > after && since <= before).slice(0, limit);
      read += rows.length;
      return rows;
    },
  });
  await database.pool.query("delete from support_work where list = 'mail-failed'");
  await database.pool.query('delete from support_work_done');
  await database.pool.query(
    `insert into support_work (list, order_no, staff_id, taken_at, since, done_at)
     select 'mail-failed', 'Y' || hour, 'S1', now(), $1::timestamptz + hour * interval '8 hours', now() from generate_series(0, 2999) hour
     where hour not in (2000, 2999)`,
    [new Date(START_OF_YEARS)],
  );
  const items = async (desk = workDesk(database.pool, given, clock)) => {
    const list = desk.find('mail-failed');
    if (!list) throw new Error('there is no such list');
    read = 0;
    return (await desk.rows(list)).map(({ item }) => item);
  };
  expect(await items()).toEqual(['Y2000', 'Y2999']);
  expect(read).toBeGreaterThan(6_000);
  // In every process, also after a restart.
  expect(await items()).toEqual(['Y2000', 'Y2999']);
  expect(read).toBeLessThan(2_600);
  const desk = workDesk(database.pool, given, clock);
  expect(await desk.take('mail-failed', 'Y2000', mails[2_000]?.since ?? new Date(0), 'S1', true)).toBe(true);
  await items(desk);
  expect(await items(desk)).toEqual(['Y2999']);
  expect(read).toBeLessThan(400);
  // An event that a read model got weeks late.
  mails.splice(2_900, 0, { stream: 'order-LATE', kind: 'ORDER_CREATED', reason: 'BOUNCED', since: new Date('2026-10-01T00:00:00Z') });
  expect(await items(desk)).toContain('LATE');
});
