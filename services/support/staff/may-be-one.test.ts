import type { RecordedEvent, StreamName } from '@nordhaut/platform/event-store';
import { expect, test } from 'vitest';
import { handOf, mayBeOne, openerOf } from './may-be-one.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-20T00:00:00Z');
type Told = [type: string, by: string, hour: number];
const told = (streams: Record<string, Told[]>) => ({
  read: (stream: StreamName) =>
    Promise.resolve(
      (streams[stream] ?? []).map(([type, id, at]) => ({
        type,
        metadata: JSON.stringify({ actor: { kind: 'support', id }, recordedAt: new Date(START + at * HOUR).toISOString() }),
      })) as RecordedEvent[],
    ),
});
/** @param hour now */
const asked = (streams: Record<string, Told[]>, hour: number) => mayBeOne(told(streams), () => new Date(START + hour * HOUR));

test('the day in which others can notice an account begins when its link is used, not when it is made', async () => {
  const streams: Record<string, Told[]> = {
    'staff-new': [
      ['StaffInvited', 'boss', 0],
      ['StaffFactorAdded', 'new', 23],
      ['StaffRecoveryCodeUsed', 'new', 47],
    ],
    'staff-reset': [
      ['StaffInvited', 'cli', 0],
      ['StaffFactorAdded', 'reset', 1],
      ['StaffFactorsReset', 'boss', 100],
      ['StaffFactorAdded', 'reset', 123],
    ],
  };
  const [atOnce, later] = [asked(streams, 25), asked(streams, 48)];
  expect([await atOnce('new', 'boss'), await later('new', 'boss')]).toEqual([true, false]);
  expect([await asked(streams, 130)('reset', 'boss'), await asked(streams, 148)('reset', 'boss')]).toEqual([true, false]);
  // The operator's command line opens accounts and proposes nothing, so two that it opened are two people.
  const opened: Told[] = [
    ['StaffInvited', 'cli', 0],
    ['StaffFactorAdded', 'other', 1],
  ];
  expect(await asked(streams, 2)('reset', 'cli')).toBe(false);
  expect(await asked({ ...streams, 'staff-other': opened }, 2)('reset', 'other')).toBe(false);
});

test('accounts in one hand count under one of them, for a day; also those that opened each other', async () => {
  const opened = (by: string, who: string, hour = 0): Told[] => [
    ['StaffInvited', by, hour],
    ['StaffFactorAdded', who, hour],
  ];
  const reset = (by: string, who: string, hour: number): Told[] => [
    ['StaffFactorsReset', by, hour],
    ['StaffFactorAdded', who, hour],
  ];
  const streams = {
    'staff-boss': opened('cli', 'boss'),
    'staff-one': opened('boss', 'one', 40),
    'staff-two': opened('one', 'two', 41),
    'staff-a': [...opened('boss', 'a'), ...reset('c', 'a', 52)],
    'staff-b': [...opened('boss', 'b'), ...reset('a', 'b', 50)],
    'staff-c': [...opened('boss', 'c'), ...reset('b', 'c', 51)],
    'staff-0': opened('c', '0', 53),
  };
  const hands = (ids: readonly string[], hour: number) => Promise.all(ids.map(handOf(told(streams), () => new Date(START + hour * HOUR))));
  expect(await hands(['boss', 'one', 'two', 'stranger'], 60)).toEqual(['boss', 'boss', 'boss', 'stranger']);
  expect(await hands(['a', 'b', 'c', '0'], 60)).toEqual(['a', 'a', 'a', 'a']);
  expect(await hands(['one', 'two', 'a', 'b', 'c', '0'], 78)).toEqual(['one', 'two', 'a', 'b', 'c', '0']);
});

test('who made the link to an account is named, and whether that person lost the own factors since', async () => {
  const events = (...told: [type: string, kind: string, id: string, position: bigint][]) =>
    told.map(([type, kind, id, position]) => ({ type, position, metadata: JSON.stringify({ actor: { kind, id } }) })) as RecordedEvent[];
  const streams: Partial<Record<StreamName, RecordedEvent[]>> = {
    'staff-new': events(
      ['StaffInvited', 'support', 'cli', 1n],
      ['StaffFactorsReset', 'support', 'boss', 5n],
      ['StaffFactorAdded', 'support', 'new', 6n],
    ),
    'staff-second': events(['StaffInvited', 'support', 'boss', 3n]),
    'staff-first': events(['StaffInvited', 'support', 'cli', 2n]),
    'staff-boss': events(
      ['StaffInvited', 'support', 'cli', 1n],
      ['StaffFactorsReset', 'support', 'first', 4n],
      ['StaffFactorAdded', 'support', 'boss', 6n],
    ),
  };
  const store = { read: (stream: StreamName) => Promise.resolve(streams[stream] ?? []) };
  expect(await openerOf(store, 'new')).toEqual({ staffId: 'boss', isReset: false });
  expect(await openerOf(store, 'second')).toEqual({ staffId: 'boss', isReset: true });
  expect(await openerOf(store, 'first')).toBeUndefined();
  expect(await openerOf(store, 'nobody')).toBeUndefined();
});
