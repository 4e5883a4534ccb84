import { DELIVERY_SUBTYPES } from '@nordhaut/contracts';
import { describe, expect, it } from 'vitest';
import { isFinal, statusesOf } from '../status-codes.ts';
import { nextDue, type Standing } from './next-due.ts';

const HOUR = 3600_000;
const standing = (over: Partial<Standing>): Standing => ({
  subtype: 'TCAT',
  code: '3001',
  age: HOUR,
  sinceChange: HOUR,
  failures: 0,
  ...over,
});
const wait = (over: Partial<Standing>): number => nextDue(standing(over)) ?? Number.POSITIVE_INFINITY;

describe('nextDue', () => {
  it('never asks again about what is final, and always again about everything else', () => {
    for (const subtype of DELIVERY_SUBTYPES) {
      for (const { code } of statusesOf(subtype)) {
        expect(nextDue(standing({ subtype, code })) === undefined, `${subtype} ${code}`).toBe(isFinal(subtype, code));
      }
    }
  });

  it('asks sooner about young and moving parcels, later about quiet ones', () => {
    expect(wait({ code: '3006' })).toBeLessThan(wait({ code: '3001' }));
    expect(wait({ code: '300', sinceChange: 0 })).toBeLessThan(wait({ code: '300', sinceChange: HOUR }));
    expect(wait({ code: '3001', sinceChange: 0 })).toBeLessThan(wait({ code: '3001', sinceChange: 48 * HOUR }));
    expect(wait({ code: '5004', sinceChange: HOUR })).toBeGreaterThan(wait({ code: '3001', sinceChange: HOUR }));
    const sinceChanges = [0, 1, 5, 30, 100, 300, 900].map((hours) => wait({ code: '3006', sinceChange: hours * HOUR }));
    expect(sinceChanges).toEqual(sinceChanges.toSorted((a, b) => a - b));
  });

  it('doubles with every question that got no answer, up to a day', () => {
    const waits = [0, 1, 2, 3, 6, 100].map((failures) => wait({ code: '3006', sinceChange: 0, failures }));
    expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80].map((minutes) => minutes * 60_000));
    expect(Math.max(...waits)).toBeLessThanOrEqual(24 * HOUR);
  });

  it('gives a parcel that was forgotten for two months one question a day', () => {
    expect(wait({ code: '300', age: 61 * 24 * HOUR, sinceChange: 0 })).toBe(24 * HOUR);
  });
});
