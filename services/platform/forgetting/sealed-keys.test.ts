import { expect, test } from 'vitest';
import { SealedKeys } from './sealed-keys.ts';

const found = (...events: object[]) => {
  const keys = new SealedKeys();
  for (const [index, data] of events.entries()) keys.take({ id: `e${index}`, data: JSON.stringify(data) });
  return (keys.next(1) ?? []).map(({ subject, scope }) => `${scope} of ${subject}`);
};

test('finds the subject and the purposes of sealed texts, in the forms of all releases', () => {
  const sealed = { contact: 'AA+/=', support: 'BB==' };
  expect(found({ at: 1, personal: { sealed, subject: 'guest:1' }, total: 2 })).toEqual(['contact of guest:1', 'support of guest:1']);
  expect(
    found({ personal: { subject: 'guest:2', sealed: 'AA==' } }, { personal: { sealed: { invoice: 'AA' }, subject: 'guest:2' } }),
  ).toEqual(['all of guest:2', 'invoice of guest:2']);
  expect(found({ personal: { subject: 'guest:3', sealed } })).toEqual(['contact of guest:3', 'support of guest:3']);
  expect(found({ personal: { sealed, subject: 'a"b' } })).toEqual(['contact of a"b', 'support of a"b']);
});

test('hands out each key once with its first text, and only as many as were asked for at least', () => {
  const keys = new SealedKeys();
  let text = 0;
  const take = (subject: string, ...scopes: string[]) =>
    keys.take({
      id: `e${++text}`,
      data: JSON.stringify({ personal: { sealed: Object.fromEntries(scopes.map((scope) => [scope, `${scope}${text}`])), subject } }),
    });
  take('guest:1', 'contact');
  expect(keys.next(2)).toBeUndefined();
  take('guest:1', 'contact', 'invoice');
  expect(keys.next(2)).toEqual([
    { subject: 'guest:1', scope: 'contact', eventId: 'e1', sealed: 'contact1' },
    { subject: 'guest:1', scope: 'invoice', eventId: 'e2', sealed: 'invoice2' },
  ]);
  take('guest:1', 'invoice');
  expect(keys.next(1)).toBeUndefined();
});

test('passes over events without sealed texts', () => {
  const nested = { order: { personal: { subject: 'guest:5' } }, note: '"personal":{"sealed":{"contact":"A"},"subject":"guest:6"' };
  expect(found({ total: 1 }, { personal: { subject: 'guest:4' } }, nested)).toEqual([]);
});
