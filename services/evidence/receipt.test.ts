import fc from 'fast-check';
import { expect, it } from 'vitest';
import { headOf, readReceipt, receiptOf, tagOf } from './receipt.ts';

const hexHash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));

it('reads its own receipts, also as people type them', () => {
  fc.assert(
    fc.property(fc.nat({ max: 99_999 }), hexHash, (revision, hash) => {
      const receipt = receiptOf('order-8KQ2M4X7', revision, hash);
      const said = { tag: tagOf('order-8KQ2M4X7'), revision, head: headOf(hash) };
      expect(readReceipt(receipt)).toEqual(said);
      expect(readReceipt(` ${receipt.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')}\n`)).toEqual(said);
      expect(receipt.length).toBeLessThanOrEqual(45);
    }),
  );
});

it('recognises a mistyped letter, so that nobody takes it for a changed history', () => {
  const receipt = receiptOf('order-8KQ2M4X7', 3, 'ab'.repeat(32));
  for (const [place, letter] of [...receipt].entries()) {
    if (letter === '-') continue;
    expect(readReceipt(receipt.slice(0, place) + (letter === '7' ? '8' : '7') + receipt.slice(place + 1))).toBeUndefined();
  }
  for (const text of ['', 'x', receipt.slice(1), `${receipt}0`, receipt.replaceAll('-', '')]) expect(readReceipt(text)).toBeUndefined();
});

it('does not hold the name of the stream', () => {
  expect(receiptOf('order-8KQ2M4X7', 3, 'ab'.repeat(32))).not.toContain('8KQ2M4X7');
});
