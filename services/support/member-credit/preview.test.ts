import type { MemberCreditAct } from '@nordhaut/contracts/support';
import { givenToMember, memberGrantId, type Wallet, walletDecider, type WalletEvent } from '@nordhaut/promotions';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween } from '../orders/state-fields.ts';
import { type CreditActor, creditCommandOf, creditPreviewOf, walletFields } from './preview.ts';

const START = Date.parse('2026-11-20T01:00:00Z');
const ALONE_MAX = 300;
const idOf = (number: number): string => memberGrantId(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);

const act: fc.Arbitrary<MemberCreditAct> = fc.oneof(
  fc.record({
    type: fc.constant('give' as const),
    amount: fc.integer({ min: 1, max: 200 }),
    cause: fc.constantFrom('APOLOGY' as const, 'BIRTHDAY' as const),
  }),
  fc.integer({ min: 0, max: 6 }).map((number) => ({ type: 'take-back' as const, grantId: idOf(number) })),
  fc.record({
    type: fc.constant('judge' as const),
    proposalId: fc.constantFrom('P1', 'P2'),
    verdict: fc.constantFrom('approve' as const, 'decline' as const),
  }),
);
const step = fc.record({
  act,
  by: fc.constantFrom('one', 'two'),
  alone: fc.boolean(),
  days: fc.integer({ min: 0, max: 200 }),
});

test('a preview says what the command then does, and nobody gives more alone than the limit, in random histories', () => {
  let [closed, done, proposed] = [0, 0, 0];
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
      const events: WalletEvent[] = [];
      const fold = (): Wallet => foldEvents(walletDecider, events);
      let now = START;
      for (const [number, { act: what, by, alone, days }] of steps.entries()) {
        now += days * 86_400_000;
        const before = fold();
        const judged = what.type === 'judge' ? what.proposalId : undefined;
        const proposer = before.proposals?.find(({ proposalId }) => proposalId === judged)?.by ?? '';
        const actor: CreditActor = { by, at: new Date(now).toISOString(), alone, aloneMax: ALONE_MAX, grantId: idOf(number), proposer };
        const preview = creditPreviewOf(before, what, actor);
        const decision = walletDecider.decide(creditCommandOf(what, actor), before);
        if (preview.closed !== null) {
          closed++;
          if (decision.ok) expect(decision.events).toEqual([]);
          else expect(decision.rejection.message).toBe(preview.closed);
          continue;
        }
        if (!decision.ok) throw new Error(`${what.type} was offered and is refused: ${decision.rejection.code}`);
        events.push(...decision.events);
        const after = fold();
        expect(preview.effects).toEqual(changesBetween(walletFields(before, actor.at), walletFields(after, actor.at)));
        expect(preview.effects.length, what.type).toBeGreaterThan(0);
        const types = decision.events.map(({ type }) => type);
        expect(preview.needsSecond).toBe(types.includes('CreditProposed'));
        if (preview.needsSecond) proposed++;
        else done++;
        if (what.type === 'give' && types.includes('CreditGranted')) {
          expect(alone).toBe(true);
          expect(givenToMember(after, actor.at)).toBeLessThanOrEqual(ALONE_MAX);
        }
        if (types.includes('CreditApproved')) expect(before.proposals?.find(({ verdict }) => verdict === 'OPEN')?.by).not.toBe(by);
        for (const { value, left, reserved, used, takenBack } of after.grants) expect(left + reserved + used + takenBack).toBe(value);
      }
    }),
    { numRuns: 3_000 },
  );
  expect(Math.min(closed, done, proposed)).toBeGreaterThan(500);
});

test('a repeated request, a second taking back, and credit of an order or a reward are refused or change nothing', () => {
  const at = new Date(START).toISOString();
  const actor: CreditActor = { by: 'one', at, alone: true, aloneMax: ALONE_MAX, grantId: idOf(1), proposer: '' };
  const give = creditCommandOf({ type: 'give', amount: 50, cause: 'BIRTHDAY' }, actor);
  const back = creditCommandOf({ type: 'take-back', grantId: idOf(1) }, actor);
  const events: WalletEvent[] = [];
  const send = (command: Parameters<typeof walletDecider.decide>[0]): string => {
    const decision = walletDecider.decide(command, foldEvents(walletDecider, events));
    if (!decision.ok) return decision.rejection.code;
    events.push(...decision.events);
    return decision.events.map(({ type }) => type).join();
  };
  expect([send(give), send(give), send(back), send(back)]).toEqual(['CreditGranted', '', 'CreditTakenBack', 'CREDIT_UNKNOWN']);
  // After it was taken back, a repeat of the first request revives nothing.
  expect(send(give)).toBe('');
  const cause = { kind: 'SUPPORT', reason: 'GOODWILL' } as const;
  send({ type: 'GrantCredit', at, grantId: 'support/N1/C1', kind: 'SUPPORT', amount: 10, cause });
  expect(send({ type: 'TakeMemberCreditBack', at, grantId: 'support/N1/C1' })).toBe('CREDIT_UNKNOWN');
  send(creditCommandOf({ type: 'give', amount: 30, cause: 'APOLOGY' }, { ...actor, grantId: idOf(3) }));
  send(creditCommandOf({ type: 'give', amount: 80, cause: 'BIRTHDAY' }, { ...actor, grantId: idOf(4), alone: false }));
  // Credit of an order is not the member's own.
  expect(walletFields(foldEvents(walletDecider, events), at).map(({ value }) => value)).toEqual([
    'NT$40',
    '2 筆，共 NT$80',
    '1 筆',
    'NT$80（生日祝福）',
  ]);
  send({ type: 'CloseWallet', at });
  expect(send({ ...give, grantId: idOf(2) } as typeof give)).toBe('MEMBER_NOT_FOUND');
});
