import { given } from '@nordhaut/platform/event-store/given';
import type { FinishEngine } from '@nordhaut/platform/forgetting';
import { expect, test } from 'vitest';
import type { OrderingSettings } from './config.ts';
import { orderForgetting } from './forget-buyers.ts';
import { orderDecider } from './order.decide.ts';
import { orderStream } from './stream.ts';
import { AT, placed } from './testing.ts';

const OVER = new Date(AT);

/** The streams that the calendar loads for one due order, and what it sends. @param asked the read model knows of a request */
async function finished(asked: boolean) {
  const { state } = given(orderDecider)(placed());
  const loaded: string[] = [];
  const sent: unknown[] = [];
  const row = { order_no: 'N1', revision: 3, over_at: OVER, free_from: null, asked, contact: true, invoice: false, support: false };
  const engine = {
    forgets: [],
    clock: () => new Date(OVER.getTime() + 200 * 86_400_000),
    config: { of: () => ({ KEEP_CONTACT_DAYS: 180, KEEP_SUPPORT_DAYS: 180, KEEP_INVOICE_YEARS: 5 }) satisfies Partial<OrderingSettings> },
    pool: { query: () => Promise.resolve({ rows: [row] }) },
    commands: {
      load: (stream: string) => {
        loaded.push(stream);
        return Promise.resolve({ state });
      },
      handle: (_stream: string, _decider: unknown, command: unknown) => {
        sent.push(command);
        return Promise.resolve({ ok: true });
      },
    },
    due: {
      async each<One>(page: (last: One | undefined) => Promise<One[]>, work: (one: One) => Promise<unknown>) {
        for (const one of await page(undefined)) await work(one);
      },
    },
  };
  await orderForgetting.finish?.(engine as unknown as FinishEngine);
  return { loaded, sent };
}

test('the linked orders are loaded for a request, and not for the calendar', async () => {
  expect(await finished(true)).toMatchObject({ loaded: [orderStream('N1')], sent: [{ type: 'FinishForgetting', others: [] }] });
  expect(await finished(false)).toMatchObject({ loaded: [], sent: [{ type: 'FinishForgetting', others: null }] });
});
