import { orderDecider, type OrderEvent } from '@nordhaut/ordering';
import { AT, authorised, placed, shipped } from '@nordhaut/ordering/testing';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { draftOf, type LetterDeps } from './letters.ts';
import type { MailRow } from './outbox.ts';

const minutesLater = (minute: number): string => new Date(Date.parse(AT) + minute * 60_000).toISOString();
const toStore = placed({ delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } });
const report = (code: string, minute: number): OrderEvent => ({
  type: 'ParcelStatusReported',
  data: {
    at: minutesLater(minute),
    tradeNo: toStore.data.orderNo,
    logisticsId: 'L1',
    subtype: 'UNIMARTC2C',
    code,
    source: 'callback',
    timed: true,
    current: true,
    finished: code === '2067',
  },
});
const cancelled: OrderEvent = { type: 'OrderCancelled', data: { at: minutesLater(1), reason: 'OTHER', refundDue: true } };

/** The mail about the arrival, when the order has this history. `of`: somebody asked for it again. */
async function arrivalMail(history: readonly OrderEvent[], of?: string) {
  const deps = {
    commands: { load: () => Promise.resolve({ state: foldEvents(orderDecider, history) }) },
    sender: { shopUrl: 'https://shop.example' },
  } as unknown as LetterDeps;
  const row = { kind: 'PARCEL_AT_STORE', stream: `order-${toStore.data.orderNo}`, data: { at: minutesLater(5), ...(of && { of }) } };
  const draft = await draftOf(deps, row as MailRow);
  return draft.kind === 'drop' ? draft.reason : draft.template;
}

// The mail names the last day for the collection, and the provider may take it only days after the arrival.
test('the mail about a parcel at its store goes out only while the parcel waits there', async () => {
  const arrived = [toStore, authorised, shipped({ subtype: 'UNIMARTC2C' }), report('2073', 5)];
  for (const of of [undefined, 'an earlier mail']) {
    expect(await arrivalMail(arrived, of)).toBe('PARCEL_AT_STORE');
    expect(await arrivalMail([...arrived, report('2067', 9)], of), 'collected').toBe('OVERTAKEN');
    expect(await arrivalMail([...arrived, report('2074', 9)], of), 'on its way back').toBe('OVERTAKEN');
    expect(await arrivalMail([...arrived, cancelled], of), 'cancelled').toBe('OVERTAKEN');
  }
});
