import { createKysely } from '@nordhaut/platform/database';
import { sql } from '@nordhaut/platform/data-tables';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { availableCredit, daysAfter } from '../credit.ts';
import { walletDecider, type WalletCommand } from '../wallet.decide.ts';
import { OUTCOMES, type WalletEvent } from '../wallet-events.ts';
import { userGroupSql } from '../data-tables.ts';
import { isFounding } from '../wallet.ts';
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
  }),
  fc.record({ type: fc.constant('Redeem' as const), at: instant, orderNo }),
  fc.record({ type: fc.constant('GiveBack' as const), at: instant, orderNo, outcome: fc.constantFrom(...OUTCOMES) }),
  fc.record({
    type: fc.constant('RevokeCredit' as const),
    at: instant,
    grantId,
    outcome: fc.constant('SUPPORT' as const),
    refund: fc.integer({ min: 0, max: 300 }),
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
});

const DAY = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const delivery = (days: number, order = 'N1'): WalletCommand => ({
  type: 'NoteDelivery',
  at: ago(days),
  orderNo: order,
  goodsPaid: 3_000,
  countsAt: ago(days),
});
const number = (days: number): WalletCommand => ({ type: 'ReceiveNumber', at: ago(days), number: 1 });

it.each<[string, WalletCommand[], boolean]>([
  ['a number and a delivery of this year', [delivery(30), number(20)], true],
  ['a delivery without a number', [delivery(30)], false],
  ['a delivery almost a year ago', [delivery(364.9), number(300)], true],
  ['a delivery a year ago', [delivery(365.1), number(300)], false],
  ['an old delivery and a new one', [delivery(800), number(700), delivery(3, 'N2')], true],
  ['a delivery that was returned', [delivery(30), number(20), { type: 'GiveBack', at: ago(5), orderNo: 'N1', outcome: 'RETURNED' }], false],
  ['a number of tomorrow', [delivery(30), number(-1)], false],
])('has the group of a member as the rule of the membership: %s', async (_, commands, founding) => {
  const { pool } = database;
  await pool.query('truncate wallets');
  const events: WalletEvent[] = [];
  for (const one of commands) {
    const decision = walletDecider.decide(one, foldEvents(walletDecider, events));
    if (decision.ok) events.push(...decision.events);
  }
  const decoded = events.map((event, at) => ({ ...event, stream: 'wallet-m1', position: BigInt(at) }) as unknown as DecodedEvent);
  await walletsProjection.fold(pool, 'wallets', decoded);
  expect(isFounding(foldEvents(walletDecider, events), new Date().toISOString())).toBe(founding);
  const group = async (memberId: string) =>
    (await sql<{ group: string }>`select ${userGroupSql(sql`${memberId}::text`)} as "group"`.execute(createKysely(pool))).rows[0]?.group;
  expect(await group('m1')).toBe(founding ? 'ORIGINAL' : 'FRIEND');
  expect(await group('m2')).toBe('FRIEND');
});
