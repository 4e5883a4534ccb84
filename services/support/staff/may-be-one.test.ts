import type { RecordedEvent, StreamName } from '@nordhaut/platform/event-store';
import { expect, test } from 'vitest';
import { mayBeOne } from './may-be-one.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-20T00:00:00Z');
type Told = [type: string, by: string, hour: number];
/** @param hour now */
const asked = (streams: Record<string, Told[]>, hour: number) =>
  mayBeOne(
    {
      read: (stream: StreamName) =>
        Promise.resolve(
          (streams[stream] ?? []).map(([type, id, at]) => ({
            type,
            metadata: JSON.stringify({ actor: { kind: 'support', id }, recordedAt: new Date(START + at * HOUR).toISOString() }),
          })) as RecordedEvent[],
        ),
    },
    () => new Date(START + hour * HOUR),
  );

test('the day in which others can notice an account begins when its link is used, not when it is made', async () => {
  const streams: Record<string, Told[]> = {
    'staff-new': [
      ['StaffInvited', 'boss', 0],
      ['StaffFactorAdded', 'new', 23],
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
  // The operator's command line opens accounts and proposes nothing.
  expect(await asked(streams, 2)('reset', 'cli')).toBe(false);
});
