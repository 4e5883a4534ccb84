import { FLOWS } from '@nordhaut/simulators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinal, statusesOf } from './status-codes.ts';
import { type ReportedCode, supersedes } from './status-order.ts';

const SUBTYPES = ['UNIMARTC2C', 'FAMIC2C', 'TCAT'] as const;
const WAYS = SUBTYPES.flatMap((subtype) => Object.values(FLOWS[subtype]).map((codes) => ({ subtype, codes: codes.map(String) })));

describe('supersedes', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 6, minute)).toISOString();
  const s = (code: string, minute: number) => ({ code, at: at(minute) });

  it('accepts a newer report, also with an earlier state', () => {
    expect(supersedes('TCAT', s('3006', 1), s('3002', 2))).toBe(true);
    expect(supersedes('TCAT', s('3002', 2), s('3006', 3))).toBe(true);
    expect(supersedes('UNIMARTC2C', s('2105', 3), s('2030', 4))).toBe(true);
  });

  it('rejects an older report, also with a later state', () => {
    expect(supersedes('TCAT', s('3006', 5), s('3001', 1))).toBe(false);
    expect(supersedes('TCAT', s('3001', 5), s('3006', 4))).toBe(false);
    expect(supersedes('TCAT', s('3006', 5), s('3003', 4))).toBe(false);
  });

  it('compares the carrier’s order of states at equal times', () => {
    expect(supersedes('UNIMARTC2C', s('2073', 5), s('2067', 5))).toBe(true);
    expect(supersedes('UNIMARTC2C', s('2067', 5), s('2073', 5))).toBe(false);
    // A poll at .700 and a callback of the same second; a callback's time has whole seconds.
    expect(supersedes('TCAT', { code: '3006', at: '2026-11-22T06:05:00.700Z' }, s('3003', 5))).toBe(true);
  });

  it('accepts a repeated code with a newer time, also for a finished parcel', () => {
    expect(supersedes('UNIMARTC2C', s('2073', 5), s('2073', 9))).toBe(true);
    expect(supersedes('UNIMARTC2C', s('2067', 5), s('2067', 9))).toBe(true);
    expect(supersedes('UNIMARTC2C', s('2073', 5), s('2073', 5))).toBe(false);
  });

  it('never moves a finished parcel back, also at a newer time', () => {
    for (const { code } of statusesOf('UNIMARTC2C').filter((status) => status.code !== '2067')) {
      const decided = code === '20000' || code === '40000';
      expect(supersedes('UNIMARTC2C', s('2067', 5), s(code, 9)), code).toBe(decided);
    }
  });

  it('rejects every report of a carrier after a decision of support', () => {
    for (const decision of ['20000', '40000'])
      for (const { code } of statusesOf('TCAT').filter((status) => status.code !== '20000' && status.code !== '40000'))
        expect(supersedes('TCAT', s(decision, 5), s(code, 9)), code).toBe(false);
    expect(supersedes('TCAT', s('20000', 5), s('40000', 9))).toBe(true);
  });

  it('accepts the correction of a delivery, and the next delivery', () => {
    expect(supersedes('TCAT', s('3003', 5), s('3016', 6))).toBe(true);
    expect(supersedes('TCAT', s('3003', 5), s('3016', 4))).toBe(false);
    expect(supersedes('TCAT', s('3016', 6), s('3006', 7))).toBe(true);
    expect(supersedes('TCAT', s('3006', 7), s('3003', 8))).toBe(true);
  });

  it('never replaces a known code with an unknown one', () => {
    expect(supersedes('TCAT', s('3006', 5), s('31337', 6))).toBe(false);
    expect(supersedes('TCAT', s('300', 5), s('31337', 6))).toBe(false);
    expect(supersedes('TCAT', s('31337', 6), s('300', 5))).toBe(true);
    expect(supersedes('TCAT', s('31337', 6), s('31338', 7))).toBe(true);
  });
});

describe('reports that come late, twice and out of order', () => {
  it('lead to the same final state, and no report moves a final state back', () => {
    const ended = WAYS.filter(({ subtype, codes }) => isFinal(subtype, codes.at(-1) ?? ''));
    expect(ended.length).toBeGreaterThan(5);
    const way = fc.constantFrom(...ended).chain(({ subtype, codes }) => {
      const reports = codes.map((code, n): ReportedCode => ({ code, at: new Date(Date.UTC(2026, 10, 20, n)).toISOString() }));
      return fc.record({
        subtype: fc.constant(subtype),
        last: fc.constant(codes.at(-1)),
        arrived: fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 }),
      });
    });
    fc.assert(
      fc.property(way, ({ subtype, last, arrived }) => {
        let shown: ReportedCode | undefined;
        for (const report of arrived) {
          const moved = supersedes(subtype, shown, report);
          if (shown !== undefined && isFinal(subtype, shown.code)) expect(moved).toBe(false);
          if (moved) shown = report;
        }
        expect(shown?.code).toBe(last);
      }),
      { numRuns: 500 },
    );
  });

  it('become the state one by one when they come in order', () => {
    for (const { subtype, codes } of WAYS) {
      let shown: ReportedCode | undefined;
      for (const [n, code] of codes.entries()) {
        const report = { code, at: new Date(Date.UTC(2026, 10, 20, n)).toISOString() };
        expect(supersedes(subtype, shown, report), `${subtype} ${shown?.code} → ${code}`).toBe(true);
        shown = report;
      }
    }
  });
});
