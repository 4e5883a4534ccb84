import { given } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { overAt } from './open-matters.ts';
import type { CorrectInvoice } from './invoice.decide.ts';
import { orderDecider } from './order.decide.ts';
import type { OrderEvent } from './order-events.ts';
import type { Order } from './order-state.ts';
import { AT, authorised, failed, placed } from './testing.ts';

const order = given(orderDecider);
const later = '2026-11-25T01:00:00.000Z';
const company = { uniformNumber: '04595257', companyTitle: '北方之家股份有限公司' };
const correct = (invoice: CorrectInvoice['invoice']): CorrectInvoice => ({
  type: 'CorrectInvoice',
  at: later,
  invoice,
  note: '顧客來電',
});
const toCompany = correct({ type: 'UNIFORM_NUMBER', ...company, mobileBarcode: '/ABC12.4' });

test('a corrected invoice replaces kind and data, and keeps only what its kind has', () => {
  const events = order(placed(), authorised).when(toCompany).thenEvents();
  expect(events).toMatchObject([
    {
      type: 'InvoiceCorrected',
      data: { at: later, invoiceType: 'UNIFORM_NUMBER' },
      personal: { invoice: { ...company, mobileBarcode: '' }, support: { note: '顧客來電' } },
    },
  ]);
  const { state } = order(placed(), authorised, ...events);
  expect(state?.personal.invoice).toEqual({ ...company, mobileBarcode: '' });
  expect(state).toMatchObject({ invoice: { type: 'UNIFORM_NUMBER' }, terms: { invoiceType: 'NORMAL' } });
  order(placed(), authorised, ...events)
    .when(toCompany)
    .then();
  const known = order(placed(), authorised, ...events);
  known
    .when(correct({ type: 'UNIFORM_NUMBER', uniformNumber: ` ${company.uniformNumber} `, companyTitle: ` ${company.companyTitle} ` }))
    .then();
  const renamed = { ...company, companyTitle: '北方之家' };
  expect(known.when(correct({ type: 'UNIFORM_NUMBER', ...renamed })).thenEvents()).toMatchObject([{ personal: { invoice: renamed } }]);
  const back = order(placed(), authorised, ...events)
    .when(correct({ type: 'NORMAL' }))
    .thenEvents();
  expect(order(placed(), authorised, ...events, ...back).state?.personal.invoice).toEqual({
    uniformNumber: '',
    companyTitle: '',
    mobileBarcode: '',
  });
});

test('goods that are sent again have no invoice of their own: it is corrected in the order that was paid', () => {
  const linked = { orderNo: 'ORIGIN0000000001', kind: 'RESEND', value: 1_100 } as const;
  order(placed({ linked, total: 0 }))
    .when(toCompany)
    .rejected('INVOICE_NOT_DUE');
});

test('the rules of the form hold, and what was forgotten or cancelled has no invoice to correct', () => {
  const paid = order(placed(), authorised);
  paid.when(correct({ type: 'NORMAL', mobileBarcode: 'ABC' })).rejected('MOBILE_BARCODE_INVALID');
  paid.when(correct({ type: 'UNIFORM_NUMBER', uniformNumber: '0459525', companyTitle: '北方' })).rejected('UNIFORM_NUMBER_INVALID');
  paid.when(correct({ type: 'UNIFORM_NUMBER', uniformNumber: '04595257' })).rejected('COMPANY_TITLE_REQUIRED');
  order(placed(), failed).when(toCompany).rejected('INVOICE_NOT_DUE');
  const cancelled = paid.when({ type: 'CancelOrder', at: later, reason: 'OTHER' }).thenEvents();
  order(placed(), authorised, ...cancelled)
    .when(toCompany)
    .rejected('INVOICE_NOT_DUE');
  const forgotten = { at: later, purposes: ['invoice'], requester: 'CALENDAR', reason: 'TERM_ENDED', kept: [] };
  order(placed(), authorised, { type: 'PersonalDataForgotten', data: forgotten } as unknown as OrderEvent)
    .when(toCompany)
    .rejected('BUYER_FORGOTTEN');
});

test('a correction keeps no data longer: it is no step of the order', () => {
  const history = [placed(), failed];
  const corrected = { type: 'InvoiceCorrected', data: { at: later, invoiceType: 'NORMAL' } } as OrderEvent;
  const over = (...events: OrderEvent[]): string | null => overAt(order(...events).state as Order);
  expect(over(...history)).toBe(AT);
  expect(over(...history, corrected)).toBe(AT);
});
