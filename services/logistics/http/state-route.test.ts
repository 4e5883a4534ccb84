import type { DeliverySubtype } from '@nordhaut/contracts';
import { UnreadableHistory } from '@nordhaut/platform/envelope';
import { type RecordedEvent, StoreUnavailable } from '@nordhaut/platform/event-store';
import { testApp } from '@nordhaut/platform/http/testing';
import { expect, test } from 'vitest';
import type { ParcelReport, QueryOutcome } from '../carrier.ts';
import { stateRoute } from './state-route.ts';

const RECORDED: Record<string, [subtype: DeliverySubtype, code: string]> = {
  MOVED: ['UNIMARTC2C', '300'],
  SAME: ['FAMIC2C', '300'],
  SILENT: ['TCAT', '3001'],
  DONE: ['TCAT', '3003'],
  ABROAD: ['INTERNATIONAL', '900'],
};

test('a parcel on its way is asked about every thirty seconds at most, and only news is recorded', async () => {
  let now = Date.parse('2026-11-20T01:00:00Z');
  const asked: string[] = [];
  const reports: ParcelReport[] = [];
  const app = await testApp({
    routes: [
      stateRoute({
        carrier: {
          query({ tradeNo }) {
            asked.push(tradeNo);
            const status = { kind: 'status', tradeNo, logisticsId: '1', code: tradeNo === 'MOVED' ? '2068' : '300' };
            return Promise.resolve((tradeNo === 'SILENT' ? { kind: 'unknown', reason: 'HTTP 503' } : status) as QueryOutcome);
          },
        },
        parcelOf(tradeNo) {
          const [subtype, code] = RECORDED[tradeNo] ?? [];
          // The newest report decides, which may be another one than the answer.
          const newest = reports.some((report) => report.tradeNo === tradeNo) ? '2073' : code;
          return Promise.resolve(subtype && newest ? { tradeNo, subtype, code: newest } : undefined);
        },
        report: (report) => Promise.resolve(reports.push(report)),
        clock: () => new Date(now),
      }),
    ],
  });
  const orders = [...Object.keys(RECORDED), 'NOBODY'].map((MerchantTradeNo) => ({ MerchantTradeNo }));
  const ask = async () =>
    (await app.inject({ method: 'POST', url: '/api/ecpay/getLogisticsState/', payload: { orders } })).json<{ response: object[] }>();
  const states = [
    { MerchantTradeNo: 'MOVED', LogisticsType: 'CVS_UNIMARTC2C', LogisticsStatus: '2073' },
    { MerchantTradeNo: 'SAME', LogisticsType: 'CVS_FAMIC2C', LogisticsStatus: '300' },
    { MerchantTradeNo: 'SILENT', LogisticsType: 'HOME_TCAT', LogisticsStatus: '3001' },
    { MerchantTradeNo: 'DONE', LogisticsType: 'HOME_TCAT', LogisticsStatus: '3003' },
    { MerchantTradeNo: 'ABROAD', LogisticsType: 'INTERNATIONAL', LogisticsStatus: '900' },
  ];
  try {
    expect(await ask()).toEqual({ response: states });
    now += 29_999;
    expect(await ask()).toEqual({ response: states });
    expect(asked).toEqual(['MOVED', 'SAME', 'SILENT']);
    expect(reports).toMatchObject([{ tradeNo: 'MOVED', subtype: 'UNIMARTC2C', code: '2068', carrierAt: null, source: 'poll' }]);
    now += 2;
    await ask();
    expect(asked).toHaveLength(6);
  } finally {
    await app.close();
  }
});

test('an order that cannot be read takes no state from the others; without an event store there is no answer', async () => {
  const broken = new UnreadableHistory({ stream: 'order-BROKEN' } as unknown as RecordedEvent, new Error('no JSON'));
  let failure: Error = broken;
  const app = await testApp({
    routes: [
      stateRoute({
        carrier: { query: () => Promise.resolve({ kind: 'unknown', reason: 'HTTP 503' }) },
        parcelOf: (tradeNo) =>
          tradeNo === 'BROKEN' ? Promise.reject(failure) : Promise.resolve({ tradeNo, subtype: 'TCAT' as const, code: '3003' }),
        report: () => Promise.resolve(),
        clock: () => new Date(),
      }),
    ],
  });
  const orders = ['BROKEN', 'DONE'].map((MerchantTradeNo) => ({ MerchantTradeNo }));
  const ask = () => app.inject({ method: 'POST', url: '/api/ecpay/getLogisticsState/', payload: { orders } });
  try {
    expect((await ask()).json()).toEqual({
      response: [{ MerchantTradeNo: 'DONE', LogisticsType: 'HOME_TCAT', LogisticsStatus: '3003' }],
    });
    failure = new StoreUnavailable('away');
    expect((await ask()).statusCode).toBe(503);
  } finally {
    await app.close();
  }
});
