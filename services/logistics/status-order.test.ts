import { FLOWS } from '@nordhaut/simulators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinal } from './status-codes.ts';
import { type ReportedCode, supersedes } from './status-order.ts';

const SUBTYPES = ['UNIMARTC2C', 'FAMIC2C', 'TCAT'] as const;
const WAYS = SUBTYPES.flatMap((subtype) => Object.values(FLOWS[subtype]).map((codes) => ({ subtype, codes: codes.map(String) })));

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
