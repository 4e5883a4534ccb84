import type { Order } from '@nordhaut/ordering';
import { aborted } from '@nordhaut/platform/timing';
import { expect, test } from 'vitest';
import { parcelReconciliation } from './parcels.ts';

const order = { terms: { payment: 'COD', total: 880, delivery: { subtype: 'TCAT' } }, receivedAt: null, shipment: { tradeNo: 'A' } };

test('the carrier is asked about the parcels of a day in turn, and a process that stops waits for no turn and records no day', async () => {
  const stopping = new AbortController();
  let turns = 0;
  let asked = 0;
  const books = parcelReconciliation({
    pool: { query: () => Promise.resolve({ rows: [], rowCount: 0 }) } as never,
    parcels: { between: () => Promise.resolve(Array.from({ length: 50 }, (_, index) => `A${index}`)) },
    carrier: { query: () => Promise.resolve(void asked++).then(() => ({ kind: 'none', text: '' })) },
    load: () => Promise.resolve(order as unknown as Order),
    clock: () => new Date(),
    // No turn comes after the twentieth.
    async turn(lost) {
      if (++turns > 20) await aborted(lost as AbortSignal);
    },
  });
  const running = books.run('2026-11-20', stopping.signal);
  await expect.poll(() => turns).toBe(21);
  expect(asked).toBe(20);
  stopping.abort();
  await expect(running).rejects.toThrow('stopped');
  expect(asked).toBe(20);
});
