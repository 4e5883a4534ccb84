import { randomUUID } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { Rejected } from '@nordhaut/platform/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { supportMigrations } from '../tables.ts';
import { refundDays, withNumber } from './day-numbers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(supportMigrations);
});
afterAll(() => database.drop());

const daysOf = (hands: Record<string, string> = {}) =>
  refundDays(
    database.pool,
    () => new Date('2026-11-20T04:00:00Z'),
    (staffId) => Promise.resolve(hands[staffId] ?? staffId),
  );

test('a command that two processes get with two contents has two numbers: the refused content gives its own one back', async () => {
  const days = daysOf();
  const command = { staffId: 'one', commandId: randomUUID() };
  const [refund, resend] = [
    { ...command, act: { type: 'goodwill', amount: 100 } },
    { ...command, act: { type: 'resend', items: [] } },
  ];
  expect([await days.take(refund), await days.take(resend), await days.take(refund)]).toEqual([1, 2, 1]);
  await days.giveBack(resend);
  expect(await days.used('one')).toBe(1);
});

test('accounts in one hand have one number of the day', async () => {
  const days = daysOf({ new: 'boss', newer: 'boss' });
  const deciding = (staffId: string) => ({ staffId, commandId: randomUUID(), act: {} });
  const last = deciding('newer');
  expect([await days.take(deciding('boss')), await days.take(deciding('new')), await days.take(last)]).toEqual([1, 2, 3]);
  await days.giveBack(last);
  expect([await days.used('boss'), await days.used('new'), await days.used('other')]).toEqual([2, 2, 0]);
});

test('a proposal and a refusal give the number back; what is done, and what may be done, keeps it', async () => {
  const days = daysOf();
  const staffId = 'alone';
  const act = (outcome: string | Error) =>
    withNumber(days, { aloneMax: 300, aDay: 1 }, { staffId, commandId: randomUUID(), act: {} }, (isInNumber) =>
      outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve({ outcome, isInNumber }),
    );
  await act('proposed');
  await expect(act(new Rejected({ status: 409, code: 'ORDER_CHANGED', message: '' }))).rejects.toThrow(Rejected);
  expect(await days.used(staffId)).toBe(0);
  await expect(act(new Error('no answer'))).rejects.toThrow('no answer');
  expect(await days.used(staffId)).toBe(1);
  expect(await act('done')).toMatchObject({ isInNumber: false });
  expect(await days.used(staffId)).toBe(2);
});
