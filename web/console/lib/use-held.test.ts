import { expect, test } from 'vitest';
import { heldAfter } from './use-held.ts';

test('the first answer is shown, newer ones wait, and the answer to the own command is shown', () => {
  const first = heldAfter(undefined, 'A1', 'one');
  expect(first).toMatchObject({ shown: 'one', latest: 'one' });
  expect(heldAfter(first, 'A1', 'one')).toBe(first);
  const waiting = heldAfter(first, 'A1', 'two');
  expect(waiting).toMatchObject({ shown: 'one', latest: 'two' });
  const own = heldAfter({ ...waiting, next: true }, 'A1', 'two');
  expect(own).toMatchObject({ shown: 'one', next: true });
  const done = heldAfter(own, 'A1', 'three');
  expect(done).toMatchObject({ shown: 'three', next: false });
  expect(heldAfter(done, 'A2', 'other')).toMatchObject({ what: 'A2', shown: 'other' });
});
