import { moneyOf, type Order, orderDecider, type OrderCommand } from '@nordhaut/ordering';
import type { CardProcessor, FindOutcome, RefundOutcome } from '@nordhaut/payments';
import { historyOf } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckoutDeps } from './deps.ts';
import { lookUpRefund, refundPayment } from './card-refunds.ts';
import type { Run } from './run.ts';
import { personal, terms } from './testing.ts';

/** Refunds, while the process dies after any answer, the processor pays less than it was asked for, and people refund by hand or by transfer. */

const START = Date.parse('2026-11-20T01:00:00.000Z');
const WEEK = 8 * 86_400_000;
/** ms in which a call that was sent takes effect */
const GRACE = 45_000;
type Mood = 'well' | 'dies' | 'answer is lost' | 'nothing arrives' | 'arrives late' | 'pays less';

/** One charge at the processor, by its rules (providers §2.6): a part only after the capture, each refund id once. NT$. */
function bankOf(charged: number) {
  const bank = { charged, refunded: 0, byShop: 0, captured: false, mood: 'well' as Mood };
  const ids = new Set<string>();
  const late: (() => void)[] = [];
  const left = (): number => bank.charged - bank.refunded;
  const record = () => ({ recTradeId: 'D1', status: 'captured', originalAmount: bank.charged, refundedAmount: bank.refunded });
  function refund(asked: Parameters<CardProcessor['refund']>[0]): RefundOutcome {
    const unknown: RefundOutcome = { kind: 'unknown', reason: 'TIMEOUT' };
    if (bank.mood === 'nothing arrives') return unknown;
    if (bank.mood !== 'arrives late') return arrives(asked);
    late.push(() => void arrives(asked));
    return unknown;
  }
  function arrives({ refundId, amount, refundedBefore }: Parameters<CardProcessor['refund']>[0]): RefundOutcome {
    const unknown: RefundOutcome = { kind: 'unknown', reason: 'TIMEOUT' };
    if (ids.has(refundId)) return bank.refunded >= refundedBefore + amount ? { kind: 'refunded', amount } : unknown;
    if (amount > left() || (!bank.captured && amount < left())) return { kind: 'refused', code: 10051, message: '' };
    const paid = bank.mood === 'pays less' ? Math.ceil(amount / 3) : amount;
    ids.add(refundId);
    bank.refunded += paid;
    bank.byShop += paid;
    return bank.mood === 'answer is lost' ? unknown : { kind: 'refunded', amount: paid };
  }
  const find = (): FindOutcome => ({ kind: 'found', record: record(), others: [] }) as unknown as FindOutcome;
  /** The calls take effect that were under way. */
  const arrive = (): void => late.splice(0).forEach((call) => call());
  return { bank, left, refund, find, arrive };
}

function shopWith() {
  const { bank, left, refund, find, arrive } = bankOf(terms.total);
  let now = START;
  let transferred = 0;
  let isByHand = false;
  let hasLate = false;
  const at = (): string => new Date(now).toISOString();
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...terms, at: at() }, subject: 'guest:1', personal });
  const send = (command: OrderCommand): boolean => own.send(command).length > 0;
  send({ type: 'AuthoriseCardPayment', at: at(), recTradeId: 'D1', bankTransactionId: 'T1', amount: terms.total, authCode: '1' });
  const order = (): Order => own.state() ?? expect.fail('no order');
  const deps = {
    processor: { find: () => Promise.resolve(find()), refund: (asked: never) => Promise.resolve(refund(asked)) },
    graceMs: GRACE,
    clock: () => new Date(now),
    log: { error: () => undefined, warn: () => undefined },
  } as unknown as CheckoutDeps;
  const run = {
    now: at,
    placed: order,
    order: (_: string, command: OrderCommand) =>
      bank.mood === 'dies' ? Promise.reject(new Error('killed')) : Promise.resolve(void send(command)),
  } as unknown as Run;
  const started = (way: 'card' | 'transfer') => moneyOf(order()).debts.filter((debt) => debt.started && debt.way === way);
  const isKilled = (error: Error): void => expect(error.message).toBe('killed');
  return {
    bank,
    order,
    started,
    transferred: () => transferred,
    decide: (command: { type: 'GrantRefund'; amount: number } | { type: 'CancelOrder' }) =>
      send(command.type === 'GrantRefund' ? { ...command, at: at(), note: '補償' } : { ...command, at: at(), reason: 'CHANGED_MIND' }),
    byHand(amount: number) {
      if (amount > left() || transferred > 0 || hasLate) return;
      isByHand = true;
      bank.refunded += amount;
    },
    async drive(mood: Mood) {
      // Nobody refunds by hand in the seconds in which a call is under way.
      bank.mood = mood === 'arrives late' && isByHand ? 'nothing arrives' : mood;
      hasLate ||= bank.mood === 'arrives late';
      send({ type: 'StartRefunds', at: at() });
      for (let count = 0; count < 9 && started('card').length > 0; count++)
        if ((await refundPayment(deps, run).catch(isKilled)) !== 'done') break;
      bank.mood = 'well';
    },
    pass(ms: number) {
      now += ms;
      arrive();
    },
    /** Two people agree on a transfer, and somebody pays it. Each asks the processor's record first, as `support/acting` does. */
    async propose() {
      for (const { refundId, amount } of started('card')) {
        if ((await lookUpRefund(deps, run, refundId)).state !== 'open') continue;
        send({ type: 'ProposeRefund', at: at(), by: 'one', amount, as: 'by-transfer', refundId, note: '銀行拒絕' });
      }
    },
    async judge(verdict: 'approve' | 'decline') {
      const proposal = order().proposals?.find((one) => one.verdict === 'OPEN');
      if (proposal?.refundId === undefined) return;
      const { proposalId, refundId } = proposal;
      const proposedAt = own.events.findLast(({ type }) => type === 'RefundProposed')?.data['at'] as string;
      const found = verdict === 'decline' ? undefined : await lookUpRefund(deps, run, refundId, proposedAt);
      if (found && found.state !== 'open' && found.state !== 'none') return;
      send({ type: 'JudgeRefund', at: at(), proposalId, verdict, by: 'two', proposer: 'one', note: '同意' });
    },
    async transfer() {
      for (const { started: _, ...debt } of started('transfer')) {
        if ((await lookUpRefund(deps, run, debt.refundId)).state !== 'open') continue;
        if (send({ type: 'IssueRefund', at: at(), ...debt })) transferred += debt.amount;
      }
    },
  };
}

type Step =
  | { grant: number }
  | { hand: number }
  | { drive: Mood }
  | { pass: number }
  | 'propose'
  | 'approve'
  | 'decline'
  | 'transfer'
  | 'cancel'
  | 'capture';
const moods = fc.constantFrom<Mood>('well', 'dies', 'answer is lost', 'nothing arrives', 'arrives late', 'pays less');
const one: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map((grant) => ({ grant })),
  fc.integer({ min: 1, max: 60 }).map((hand) => ({ hand })),
  moods.map((drive) => ({ drive })),
  moods.map((drive) => ({ drive })),
  fc.constantFrom(GRACE, WEEK).map((pass) => ({ pass })),
  fc.constantFrom<Step>('propose', 'approve', 'decline', 'transfer', 'cancel', 'capture'),
);
/** A call that is still on its way when somebody proposes the transfer, and somebody else approves it at once or later. */
const race = fc
  .tuple(moods, fc.boolean(), moods, fc.boolean())
  .map(([before, waits, between, isPaid]): Step[] => [
    { pass: WEEK },
    { drive: before },
    'propose',
    { drive: between },
    ...(waits ? [{ pass: GRACE }] : []),
    'approve',
    ...(isPaid ? (['transfer'] as const) : []),
    { pass: GRACE },
  ]);
const steps = fc
  .array(fc.oneof({ weight: 5, arbitrary: one.map((step) => [step]) }, { weight: 1, arbitrary: race }), { maxLength: 14, size: 'max' })
  .map((list) => list.flat());

test('whatever dies and whoever refunds by hand, the buyer gets what was decided, once', async () => {
  let transfers = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const shop = shopWith();
      const { bank } = shop;
      let granted = 0;
      const check = (): void => {
        expect(bank.refunded + shop.transferred()).toBeLessThanOrEqual(bank.charged);
        // What the shop paid answers its decisions, each once.
        expect(bank.byShop + shop.transferred()).toBeLessThanOrEqual(shop.order().cancelled ? bank.charged : granted);
      };
      for (const next of list) {
        if (next === 'cancel') shop.decide({ type: 'CancelOrder' });
        else if (next === 'capture') bank.captured = true;
        else if (next === 'propose') await shop.propose();
        else if (next === 'approve' || next === 'decline') await shop.judge(next);
        else if (next === 'transfer') await shop.transfer();
        else if ('grant' in next) granted += shop.decide({ type: 'GrantRefund', amount: next.grant }) ? next.grant : 0;
        else if ('hand' in next) shop.byHand(next.hand);
        else if ('drive' in next) await shop.drive(next.drive);
        else if ('pass' in next) shop.pass(next.pass);
        check();
      }
      shop.pass(GRACE);
      await shop.judge('decline');
      bank.captured = true;
      for (let count = 0; count < 6 && moneyOf(shop.order()).owed > 0; count++) {
        await shop.drive('well');
        shop.pass(WEEK);
        await shop.propose();
        shop.pass(GRACE);
        await shop.judge('approve');
        await shop.transfer();
      }
      check();
      expect(moneyOf(shop.order()).owed).toBe(0);
      // By its card and by transfer: all of a cancelled order, or at least what was granted.
      const got = bank.refunded + shop.transferred();
      expect(got).toBeGreaterThanOrEqual(shop.order().cancelled ? bank.charged : granted);
      transfers += shop.transferred() > 0 ? 1 : 0;
    }),
    { numRuns: 2_000 },
  );
  expect(transfers).toBeGreaterThan(50);
});
