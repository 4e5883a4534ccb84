import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { availableCredit, daysAfter } from '../credit.ts';
import { walletDecider, type WalletCommand } from '../wallet.decide.ts';
import { OUTCOMES, type WalletEvent } from '../wallet-events.ts';
import { outstandingCredit, walletsProjection } from './wallets.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query(walletsProjection.createTable('wallets'));
});
afterAll(() => database.drop());

const START = '2026-11-01T00:00:00.000Z';
const orderNo = fc.constantFrom('N1', 'N2', 'N3');
const grantId = fc.constantFrom('g1', 'g2', 'g3');
const instant = fc.integer({ min: 0, max: 400 }).map((days) => daysAfter(START, days));
const command: fc.Arbitrary<WalletCommand> = fc.oneof(
  fc.record({
    type: fc.constant('GrantCredit' as const),
    at: instant,
    grantId,
    kind: fc.constant('SUPPORT' as const),
    amount: fc.integer({ min: 1, max: 500 }),
    cause: fc.constant({ kind: 'SUPPORT', reason: 'test' } as const),
  }),
  fc.record({
    type: fc.constant('Reserve' as const),
    at: instant,
    orderNo,
    coupons: fc.constant([]),
    credit: fc.integer({ min: 0, max: 300 }),
    hasOrdered: fc.boolean(),
  }),
  fc.record({ type: fc.constant('Redeem' as const), at: instant, orderNo }),
  fc.record({ type: fc.constant('GiveBack' as const), at: instant, orderNo, outcome: fc.constantFrom(...OUTCOMES) }),
  fc.record({
    type: fc.constant('RevokeCredit' as const),
    at: instant,
    grantId,
    outcome: fc.constant('SUPPORT' as const),
    own: fc.boolean(),
  }),
);
/** in the order of time; perhaps the account closes at the end */
const history = fc.tuple(fc.array(command, { maxLength: 25 }), fc.boolean()).map(([commands, closes]): WalletEvent[] => {
  const events: WalletEvent[] = [];
  const all = commands.toSorted((one, other) => one.at.localeCompare(other.at));
  for (const one of closes ? [...all, { type: 'CloseWallet' as const, at: daysAfter(START, 400) }] : all) {
    const decision = walletDecider.decide(one, foldEvents(walletDecider, events));
    if (decision.ok) events.push(...decision.events);
  }
  return events;
});

it('has the shopping credit of all members that the events have, at any instant', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 900 }), async (members, days) => {
      await database.pool.query('truncate wallets');
      const decoded = members.flatMap((events, member) =>
        events.map((event, revision) => ({ ...event, stream: `wallet-M${member}`, position: BigInt(revision) }) as unknown as DecodedEvent),
      );
      await walletsProjection.fold(database.pool, 'wallets', decoded);
      const now = daysAfter(START, days);
      const wallets = members.map((events) => foldEvents(walletDecider, events));
      expect(await outstandingCredit(database.pool, new Date(now))).toEqual({
        available: wallets.reduce((sum, { grants, closedAt }) => (closedAt === null ? sum + availableCredit(grants, now) : sum), 0),
        reserved: wallets.reduce((sum, { grants }) => grants.reduce((held, { reserved }) => held + reserved, sum), 0),
      });
    }),
    { numRuns: 80 },
  );
}, 60_000);
