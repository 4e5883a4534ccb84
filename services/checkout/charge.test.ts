import { orderDecider, type OrderCommand, orderStream } from '@nordhaut/ordering';
import type { CardPaymentOutcome, FindOutcome, PaymentRecord, RefundOutcome } from '@nordhaut/payments';
import { createCommands, type Commands } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { StoreUnavailable, type EventStore } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkoutDecider } from './checkout.ts';
import type { CheckoutDeps } from './deps.ts';
import { createCheckoutProcess } from './process.ts';
import { checkoutStream } from './run.ts';
import { personal, terms as anyTerms } from './testing.ts';

const BEGAN = Date.parse('2026-11-20T01:00:00.000Z');
const GRACE = 45_000;
const PATIENCE = 900_000;

let shop: TestShop;
let commands: Commands;
let now: number;
let orderNo: string;
let orders = 0;
beforeAll(async () => {
  shop = await testShop();
  commands = createCommands(shop);
});
afterAll(() => shop.drop());
beforeEach(() => {
  now = BEGAN;
  orderNo = `CHARGE${String(++orders).padStart(10, '0')}`;
});

const at = new Date(BEGAN).toISOString();
const refused: CardPaymentOutcome = { kind: 'refused', providerCode: 10003, providerMessage: '' };
const atBank: CardPaymentOutcome = { kind: 'redirect', recTradeId: 'D1', bankTransactionId: 'T1', paymentUrl: 'https://bank.example' };
const unanswered: CardPaymentOutcome = { kind: 'unknown', sent: true, reason: 'timeout' };

/** A process of the shop with its own commands. `pay`: the processor's answer to a charge; it has no record of any. */
function aProcess({ pay = refused, store = shop.another().store }: { pay?: CardPaymentOutcome; store?: EventStore } = {}) {
  const processor = {
    pay: vi.fn<() => Promise<CardPaymentOutcome>>(() => Promise.resolve(pay)),
    find: vi.fn<() => Promise<FindOutcome>>(() => Promise.resolve({ kind: 'none' } as FindOutcome)),
    refund: vi.fn<() => Promise<RefundOutcome>>(() => Promise.resolve({ kind: 'unknown', reason: 'timeout' })),
  };
  const own = createCommands({ store, codec: shop.codec });
  let stall: (() => Promise<void>) | undefined;
  const load: Commands['load'] = async (stream, decider) => {
    const loaded = await own.load(stream, decider);
    const [wait] = stream === orderStream(orderNo) ? [stall] : [];
    if (wait) {
      stall = undefined;
      await wait();
    }
    return loaded;
  };
  const deps = {
    commands: { ...own, load },
    processor,
    reservations: [],
    paymentUrls: { redirect: '', notify: '', merchantId: '' },
    graceMs: GRACE,
    unchargedPatienceMs: PATIENCE,
    clock: () => new Date(now),
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as CheckoutDeps;
  /** The process stands still after it has read the order. */
  const standStill = (meanwhile: () => Promise<void>): void => void (stall = meanwhile);
  return { ...createCheckoutProcess(deps), processor, standStill };
}

const begin = (process: ReturnType<typeof aProcess>, number = orderNo) =>
  process.start(
    number,
    { type: 'StartCheckout', at, terms: { ...anyTerms, orderNo: number }, subject: `guest:${number}`, personal },
    testContext(),
  );
const checkout = async (number = orderNo) => (await commands.load(checkoutStream(number), checkoutDecider)).state;
const payment = async () => (await commands.load(orderStream(orderNo), orderDecider)).state?.payment;
const buyer = (prime: string) => ({ context: testContext(), prime });
const sweeper = () => ({ context: testContext(), graceIsOver: true });

describe('a charge', () => {
  test('is in the history before it is requested', async () => {
    const process = aProcess();
    await begin(process);
    process.processor.pay.mockImplementation(async () => {
      expect((await checkout())?.charge).toEqual({ state: 'requested', at });
      return refused;
    });
    await process.drive(orderNo, buyer('one'));
    expect(process.processor.pay).toHaveBeenCalledTimes(1);
  });

  test('is requested by one of many processes that have a token each', async () => {
    const processes = Array.from({ length: 6 }, () => aProcess({ pay: atBank }));
    await begin(processes[0] as ReturnType<typeof aProcess>);
    await Promise.all(processes.map((process, index) => process.drive(orderNo, buyer(`prime ${index}`))));
    expect(processes.reduce((sum, { processor }) => sum + processor.pay.mock.calls.length, 0)).toBe(1);
  });

  test('is not requested when the history could not be written, and is requested by the repeat', async () => {
    const { store } = shop.another();
    const away = { ...bound(store), append: () => Promise.reject(new StoreUnavailable('away')) };
    await begin(aProcess());
    const lost = aProcess({ store: away });
    await expect(lost.drive(orderNo, buyer('one'))).rejects.toThrow(StoreUnavailable);
    expect(lost.processor.pay).not.toHaveBeenCalled();
    const repeat = aProcess();
    await repeat.drive(orderNo, buyer('two'));
    expect(repeat.processor.pay).toHaveBeenCalledTimes(1);
  });

  test('is not requested a second time by a later repeat with a new token', async () => {
    const [first, repeat] = [aProcess({ pay: atBank }), aProcess()];
    await begin(first);
    await first.drive(orderNo, buyer('one'));
    await repeat.drive(orderNo, buyer('two'));
    expect(repeat.processor.pay).not.toHaveBeenCalled();
  });

  test('that was requested is given up only after the time that it can take, whatever the caller says', async () => {
    const first = aProcess({ pay: unanswered });
    await begin(first);
    now += PATIENCE / 2;
    await first.drive(orderNo, buyer('one'));
    const later = aProcess();
    // A stale work list names this order by the time at which it began.
    now += GRACE - 1;
    await later.drive(orderNo, sweeper());
    expect(later.processor.find).not.toHaveBeenCalled();
    now += 1;
    await later.drive(orderNo, sweeper());
    expect(later.processor.find).toHaveBeenCalled();
    expect((await payment())?.failure).toMatchObject({ reason: 'NO_RESPONSE' });
  });
});

test('a doubt stays where the processor knows of a charge and does not answer the question that follows', async () => {
  const process = aProcess({ pay: unanswered });
  await begin(process);
  await process.drive(orderNo, buyer('one'));
  now += GRACE;
  await process.drive(orderNo, sweeper());
  process.processor.find.mockResolvedValue({ kind: 'unknown', reason: 'timeout' });
  process.processor.find.mockResolvedValueOnce({ kind: 'found', record: {} as PaymentRecord, others: [] });
  await process.endDoubt(orderNo, testContext());
  expect((await checkout())?.doubtEnded).toBeUndefined();
  process.processor.find.mockResolvedValue({ kind: 'none' });
  await process.endDoubt(orderNo, testContext());
  expect((await checkout())?.doubtEnded).toBe(true);
});

describe('a process that stands still for longer than CHECKOUT_GRACE, while others go on', () => {
  test('charges no card any more, because the buyer was told to pay again', async () => {
    const { store } = shop.another();
    const other = aProcess();
    const append: EventStore['append'] = async (...args) => {
      const written = await store.append(...args);
      if ((await checkout())?.charge?.state === 'requested' && now === BEGAN) {
        now += GRACE;
        await other.drive(orderNo, sweeper());
      }
      return written;
    };
    const still = aProcess({ pay: atBank, store: { ...bound(store), append } });
    await begin(still);
    const { refused: answer } = await still.drive(orderNo, buyer('one'));
    expect([still.processor.pay.mock.calls.length, answer?.code]).toEqual([0, 'NO_CARD_RESPONSE']);
    expect((await payment())?.failure?.reason).toBe('NO_RESPONSE');
  });

  test('asks the card for no refund that two people made a transfer meanwhile', async () => {
    const process = aProcess({ pay: { kind: 'authorised', recTradeId: 'D1', bankTransactionId: 'T1', authCode: '1', lastFour: '4242' } });
    await begin(process);
    // There is no carrier, so the step after the charge fails.
    await process.drive(orderNo, buyer('one')).catch(() => undefined);
    const send = async (command: OrderCommand) =>
      expect(await commands.handle(orderStream(orderNo), orderDecider, command, testContext())).toMatchObject({ ok: true });
    await send({ type: 'GrantRefund', at, amount: 30, note: '補償' });
    const refundId = `RG${orderNo}`;
    const late = new Date(BEGAN + 8 * 86_400_000).toISOString();
    const still = aProcess();
    still.standStill(async () => {
      now += GRACE;
      await send({ type: 'ProposeRefund', at: late, by: 'one', amount: 30, as: 'by-transfer', refundId, note: '銀行拒絕' });
      await send({ type: 'JudgeRefund', at: late, proposalId: 'P1', verdict: 'approve', by: 'two', proposer: 'one', note: '同意' });
    });
    await still.drive(orderNo, sweeper()).catch(() => undefined);
    expect(still.processor.refund).not.toHaveBeenCalled();
  });
});

describe('an order whose charge was not requested', () => {
  test('waits for its buyer, then fails for sure, and nobody can charge it any more', async () => {
    const process = aProcess();
    await begin(process);
    now += PATIENCE - 1;
    await process.drive(orderNo, sweeper());
    expect((await payment())?.status).toBe('HANDLING');
    now += 1;
    await process.drive(orderNo, sweeper());
    expect((await payment())?.failure).toEqual({ reason: 'NEVER_REQUESTED', providerCode: null });
    expect(await checkout()).toMatchObject({ ended: 'FAILED', charge: { state: 'ruled-out' } });
    await aProcess().drive(orderNo, buyer('late'));
    expect([process.processor.pay, process.processor.find].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  test('is either charged or cancelled when both happen at once', async () => {
    const race = async (number: string): Promise<void> => {
      const [paying, cancelling] = [aProcess({ pay: unanswered }), aProcess()];
      await begin(paying, number);
      const [, cancelled] = await Promise.all([
        paying.drive(number, buyer('one')),
        cancelling.cancel(number, 'CHANGED_MIND', testContext()),
      ]);
      const isRequested = (await checkout(number))?.charge?.state === 'requested';
      expect([paying.processor.pay.mock.calls.length, cancelled.ok]).toEqual(isRequested ? [1, false] : [0, true]);
    };
    await Promise.all(Array.from({ length: 8 }, (_, round) => race(`RACE${String(round).padStart(12, '0')}`)));
  });

  test('is finished after a crash between the event and the failed payment', async () => {
    const process = aProcess();
    await begin(process);
    await commands.handle(checkoutStream(orderNo), checkoutDecider, { type: 'RuleOutCharge', at }, testContext());
    await process.drive(orderNo, sweeper());
    expect((await payment())?.failure?.reason).toBe('NEVER_REQUESTED');
  });
});

test('a checkout of an older release is decided by the record of the processor alone', async () => {
  const process = aProcess();
  await begin(process);
  const [started] = await shop.store.read(checkoutStream(orderNo));
  expect(JSON.parse(started?.data ?? '')).toMatchObject({ announcesCharge: true });
  const old = { initial: null, decide: checkoutDecider.decide, evolve: checkoutDecider.evolve };
  const state = old.evolve(null, { type: 'CheckoutStarted', data: { ...anyTerms, at }, revision: 0 } as never);
  expect(state).not.toHaveProperty('charge');
  expect(old.decide({ type: 'RequestCharge', at }, state)).toEqual({ ok: true, events: [] });
});

test('a cash order announces nothing', async () => {
  const process = aProcess();
  const terms = { ...anyTerms, orderNo, payment: 'COD' as const };
  await process.start(orderNo, { type: 'StartCheckout', at, terms, subject: `guest:${orderNo}`, personal }, testContext());
  expect(await checkout()).not.toHaveProperty('charge');
});

/** The store's own methods, so that one of them can be replaced. */
const bound = (store: EventStore): EventStore => ({
  append: (...args) => store.append(...args),
  read: (...args) => store.read(...args),
  readAll: (...args) => store.readAll(...args),
  subscribe: (...args) => store.subscribe(...args),
  trouble: () => store.trouble(),
  head: () => store.head(),
  close: () => store.close(),
});
