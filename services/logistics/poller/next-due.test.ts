import { DELIVERY_SUBTYPES } from '@nordhaut/contracts';
import { describe, expect, it } from 'vitest';
import { isFinal, statusesOf } from '../status-codes.ts';
import { pollPace, type PollState } from './next-due.ts';

const HOUR = 3600_000;
const { nextMs } = pollPace(1);
const pollState = (over: Partial<PollState>): PollState => ({
  subtype: 'TCAT',
  code: '3001',
  age: HOUR,
  sinceChange: HOUR,
  failures: 0,
  ...over,
});
const wait = (over: Partial<PollState>): number => nextMs(pollState(over)) ?? Number.POSITIVE_INFINITY;

describe('the pace of polling', () => {
  it('polls every parcel again unless its state is final', () => {
    for (const subtype of DELIVERY_SUBTYPES) {
      for (const { code } of statusesOf(subtype)) {
        expect(nextMs(pollState({ subtype, code })) === undefined, `${subtype} ${code}`).toBe(isFinal(subtype, code));
      }
    }
  });

  it('polls young and moving parcels more often than quiet ones', () => {
    expect(wait({ code: '3006' })).toBeLessThan(wait({ code: '3001' }));
    expect(wait({ code: '300', sinceChange: 0 })).toBeLessThan(wait({ code: '300', sinceChange: HOUR }));
    expect(wait({ code: '3001', sinceChange: 0 })).toBeLessThan(wait({ code: '3001', sinceChange: 48 * HOUR }));
    expect(wait({ code: '5004', sinceChange: HOUR })).toBeGreaterThan(wait({ code: '3001', sinceChange: HOUR }));
    const sinceChanges = [0, 1, 5, 30, 100, 300, 900].map((hours) => wait({ code: '3006', sinceChange: hours * HOUR }));
    expect(sinceChanges).toEqual(sinceChanges.toSorted((a, b) => a - b));
  });

  it('doubles the interval after each poll without an answer, up to a day', () => {
    const waits = [0, 1, 2, 3, 6, 100].map((failures) => wait({ code: '3006', sinceChange: 0, failures }));
    expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80].map((minutes) => minutes * 60_000));
    expect(Math.max(...waits)).toBeLessThanOrEqual(24 * HOUR);
  });

  it('polls a parcel that is older than two months once a day', () => {
    expect(wait({ code: '300', age: 61 * 24 * HOUR, sinceChange: 0 })).toBe(24 * HOUR);
  });

  it('multiplies every interval by the factor', () => {
    const half = pollPace(0.5);
    expect(half.firstMs).toBe(pollPace(1).firstMs / 2);
    expect(half.nextMs(pollState({}))).toBe(wait({}) / 2);
    expect(half.nextMs(pollState({ code: '3003' }))).toBeUndefined();
  });
});
