import { expect, test } from 'vitest';
import type { Journal } from './journal.ts';
import { reportsThatDiffer, type Taken } from './reported.ts';

const NAMES = { meta: 'Purchase', ga: 'purchase', crm: 'order_created' };
const to = (provider: keyof typeof NAMES, id: string, problems: string[] = []): Taken => ({
  provider,
  id,
  name: NAMES[provider],
  at: 0,
  problems,
});
const everywhere = (...ids: string[]): Taken[] => ids.flatMap((id) => [to('meta', id), to('ga', id), to('crm', id)]);
const journal = (agreed: number, purchases: string[]): Journal => ({ orders: [], problems: new Map(), agreed, purchases });
const measured = (found: ReturnType<typeof reportsThatDiffer>) => found.map((one) => one.measured);

test('equal sets differ nowhere, also where an order’s pseudonym did not reach its shopper', () => {
  for (const known of [['a', 'b'], ['a']]) {
    const found = reportsThatDiffer(journal(2, known), [...everywhere('a', 'b'), { ...to('meta', 'x'), name: 'AddToCart' }], true);
    expect(found.map(({ metric, ok }) => [metric, ok])).toEqual([
      ['reports_differ{provider:meta}', true],
      ['reports_differ{provider:ga}', true],
      ['reports_differ{provider:crm}', true],
    ]);
  }
});

test('an order that one provider did not get, or got in a wrong form, is missing there', () => {
  const taken = [...everywhere('a'), to('meta', 'b'), to('ga', 'b', ['no session'])];
  expect(measured(reportsThatDiffer(journal(2, ['a', 'b']), taken, true))).toEqual([0, 1, 1]);
  expect(measured(reportsThatDiffer(journal(2, []), taken, true))).toEqual([0, 1, 1]);
});

test('a report of somebody who did not agree is one too many, where nobody else shops', () => {
  const taken = [...everywhere('a', 'b'), to('crm', 'c')];
  expect(measured(reportsThatDiffer(journal(2, ['a', 'b']), taken, true))).toEqual([0, 0, 1]);
  expect(measured(reportsThatDiffer(journal(2, ['a', 'b']), taken, false))).toEqual([0, 0, 0]);
  // One too many does not make up for one that is missing.
  expect(measured(reportsThatDiffer(journal(2, ['a', 'b']), [...everywhere('a'), to('meta', 'c')], true))).toEqual([1, 1, 1]);
});
