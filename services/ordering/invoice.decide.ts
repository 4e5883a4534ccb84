import { companyTitleOf, type Invoice, mobileBarcodeOf, payFaults } from '@nordhaut/contracts';
import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import type { OrderEvent, OrderInvoice } from './order-events.ts';
import type { Order } from './order-state.ts';
import { noted } from './return.decide.ts';

/** `note`: why support corrects it. */
export type CorrectInvoice = { type: 'CorrectInvoice'; at: string; invoice: Invoice; note: string };

/** Drops number and title from a consumer's invoice, and the barcode from a company's. */
export function invoiceOf({ type, uniformNumber = '', companyTitle = '', mobileBarcode = '' }: Invoice): OrderInvoice {
  return type === 'NORMAL'
    ? { uniformNumber: '', companyTitle: '', mobileBarcode: mobileBarcodeOf(mobileBarcode) }
    : { uniformNumber: uniformNumber.trim(), companyTitle: companyTitleOf(companyTitle), mobileBarcode: '' };
}

const EMPTY: OrderInvoice = { uniformNumber: '', companyTitle: '', mobileBarcode: '' };

/** The rules of the checkout's form hold here too. The earlier data stays in the history, under the same key. */
export function correctInvoice({ at, invoice: given, note }: CorrectInvoice, order: Order): Decision<OrderEvent> {
  // Without its key the data would be lost.
  if (order.forgotten?.invoice) return reject(409, 'BUYER_FORGOTTEN', messages.invoiceForgotten);
  if (order.cancelled || order.payment.status === 'FAILED') return reject(409, 'INVOICE_NOT_DUE', messages.invoiceNotDue);
  // The goods were paid in the order that it sends again, which has the invoice. A correction here would change nothing.
  const { linked } = order.terms;
  if (linked) return reject(409, 'INVOICE_NOT_DUE', messages.invoiceOfOrigin(linked.orderNo));
  const invoice = invoiceOf(given);
  const [fault] = payFaults({ invoice: { type: given.type, ...invoice }, termsAccepted: true });
  if (fault) return reject(400, fault.code, fault.message);
  const known = order.personal.invoice ?? EMPTY;
  const isSame = (Object.keys(EMPTY) as (keyof OrderInvoice)[]).every((field) => known[field] === invoice[field]);
  if (isSame && (order.invoice?.type ?? order.terms.invoiceType) === given.type) return accept<OrderEvent>();
  return accept<OrderEvent>({
    type: 'InvoiceCorrected',
    data: { at, invoiceType: given.type },
    subject: order.subject,
    personal: { invoice, ...noted(order, note).personal },
  });
}
