import { expect, test } from 'vitest';
import { SealedKeys } from './sealed-keys.ts';

const found = (...events: object[]) => {
  const keys = new SealedKeys();
  for (const data of events) keys.take({ data: JSON.stringify(data) });
  return [...keys.pages(1)].flat();
};

test('finds the subject and the purposes of sealed texts, in the forms of all releases', () => {
  const sealed = { contact: 'AA+/=', support: 'BB==' };
  expect(found({ at: 1, personal: { sealed, subject: 'guest:1' }, total: 2 })).toEqual([['guest:1', ['contact', 'support']]]);
  expect(
    found({ personal: { subject: 'guest:2', sealed: 'AA==' } }, { personal: { sealed: { invoice: 'AA' }, subject: 'guest:2' } }),
  ).toEqual([['guest:2', ['all', 'invoice']]]);
  expect(found({ personal: { subject: 'guest:3', sealed } })).toEqual([['guest:3', ['contact', 'support']]]);
  expect(found({ personal: { sealed, subject: 'a"b' } })).toEqual([['a"b', ['contact', 'support']]]);
});

test('passes over events without sealed texts', () => {
  const nested = { order: { personal: { subject: 'guest:5' } }, note: '"personal":{"sealed":{"contact":"A"},"subject":"guest:6"' };
  expect(found({ total: 1 }, { personal: { subject: 'guest:4' } }, nested)).toEqual([]);
});
