import { describe, expect, test } from 'vitest';
import { asPosition, type EventFilter, type RecordedEvent, START } from '../event-store/port.ts';
import { measureBacklogs, MOST_COUNTED } from './backlogs.ts';

/** A store, the writers' clock and the meter's clock; ms. */
function fixture() {
  let at = 1_000_000;
  const events: RecordedEvent[] = [];
  const meterWith = (skew = 0, counting = false) => {
    const store = {
      head: () => Promise.resolve(asPosition(events.length - 1)),
      readAll: ({ after, limit }: { after: bigint; limit: number }) => {
        const found = events.filter(({ position }) => position > after).slice(0, limit);
        return Promise.resolve({ events: found, upTo: found.at(-1)?.position ?? asPosition(after) });
      },
    };
    const count = (after: bigint, _: EventFilter, limit: number) =>
      Promise.resolve(Math.min(limit, events.filter(({ position }) => position > after).length));
    const options = { store, now: () => at + skew, ...(counting ? { count } : {}) };
    return async (position = START) => {
      const [one] = await measureBacklogs(options, [{ position, filter: {} }]);
      return one && { eventsBehind: one.eventsBehind, oldestSeconds: one.oldestSeconds, isAhead: one.isAhead };
    };
  };
  return {
    meterWith,
    pass: (ms: number) => void (at += ms),
    append(times = 1) {
      for (let index = 0; index < times; index++) {
        const position = asPosition(events.length);
        const metadata = JSON.stringify({ recordedAt: new Date(at).toISOString() });
        events.push({ id: '', stream: 'a-1', revision: 0, type: 'T', data: '{}', metadata, position });
      }
    },
  };
}

describe('the backlog of a reader', () => {
  test('counts events and shows the age of the oldest one', async () => {
    const { meterWith, append, pass } = fixture();
    const look = meterWith();
    expect(await look()).toMatchObject({ eventsBehind: 0, oldestSeconds: 0 });
    append(2);
    pass(3_000);
    append();
    pass(1_000);
    expect(await look()).toMatchObject({ eventsBehind: 3, oldestSeconds: 4 });
    expect(await look(asPosition(1))).toMatchObject({ eventsBehind: 1, oldestSeconds: 1 });
    expect(await look(asPosition(2))).toMatchObject({ eventsBehind: 0, oldestSeconds: 0 });
  });

  test('has no negative age where the clock is behind the writers’ clock', async () => {
    const { meterWith, append } = fixture();
    append();
    expect(await meterWith(-600_000)()).toMatchObject({ eventsBehind: 1, oldestSeconds: 0 });
  });

  test('shows a store that was restored to an earlier state', async () => {
    const { meterWith, append } = fixture();
    append(3);
    const look = meterWith(0, true);
    expect(await look(asPosition(2))).toEqual({ eventsBehind: 0, oldestSeconds: 0, isAhead: false });
    expect(await look(asPosition(3))).toEqual({ eventsBehind: 0, oldestSeconds: 0, isAhead: true });
  });

  test('counts up to the limit of the store', async () => {
    const { meterWith, append } = fixture();
    append(MOST_COUNTED.reading + 500);
    expect((await meterWith()())?.eventsBehind).toBe(MOST_COUNTED.reading);
    expect((await meterWith(0, true)())?.eventsBehind).toBe(MOST_COUNTED.reading + 500);
  });
});
