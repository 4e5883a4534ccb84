import { expect, test } from 'vitest';
import { isSigned } from './surenotify.ts';

test('a report counts with the provider’s signature of its id and its event alone (providers §7)', () => {
  const signature = '46522f0e8eefcc6b0e4d94abf450bf7ebf65f284eb705fa77252928bf8e7d94e';
  const report = { id: '0b6d6f2e-6f0b-4d3a-9d0b-6c1f0e1a2b3c', event: 'delivery' };
  expect(isSigned('sk_test_surenotify', report, signature)).toBe(true);
  expect(isSigned('sk_test_surenotify', { ...report, event: 'bounce' }, signature)).toBe(false);
  expect(isSigned('another', report, signature)).toBe(false);
  for (const wrong of ['', 'x', signature.slice(2), `${signature}00`]) expect(isSigned('sk_test_surenotify', report, wrong)).toBe(false);
});
