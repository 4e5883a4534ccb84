import { expect, it } from 'vitest';
import { nameUuids } from './name-uuid.ts';

it('gives the ids that stored events and idempotency keys have', () => {
  const example = nameUuids('6ba7b810-9dad-11d1-80b4-00c04fd430c8');
  // The example of RFC 9562, appendix A.4.
  expect(example('www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  const idOf = nameUuids('7c1f0a52-93a4-5b0e-8a86-3f2d5d1f6c11');
  expect(['', 'order-AB12\ncommand\n0', '名字'].map(idOf)).toEqual([
    '2d830a6a-2e9d-5b45-9262-977bf2185ca2',
    'fa45c78e-bc07-583d-92bd-66035ce31962',
    'e41123ff-6332-5048-820e-428c71a197d2',
  ]);
});
