import { randomBytes } from 'node:crypto';
import type { RecordStore } from '../record-store.ts';
import type { Now } from '../clock.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import type { Scheduler } from '../scheduler.ts';
import { brandOf, testCard } from './cards.ts';
import { authorise, bankId, decline, notifyBody, type Payment, RECORD, captureIfDue } from './payment.ts';
import type { PayRequest } from './pay-request.ts';
import { PRIME_LIFE_MS, readPrime } from './prime.ts';

/** Waits before the retries of an unconfirmed notify (providers §2.4). */
export const NOTIFY_WAITS_MS = [1, 2, 4, 8, 16].map((minutes) => minutes * 60_000);

/** The bank page expires after this time. TapPay publishes no figure. */
export const BANK_PAGE_LIFE_MS = 15 * 60_000;

const NOT_A_TEST_CARD = 10003;
const TIMED_OUT = 422;

export type Bank = ReturnType<typeof createBank>;

/** The simulated card bank. Its functions return TapPay's status numbers for failures. */
export function createBank(records: RecordStore, scheduler: Scheduler, webhooks: WebhookSender, now: Now) {
  const payments = records.table<Payment>('payments');
  const usedPrimes = records.table<number>('primes');
  const byOrder = new Map<string, Payment[]>();
  const byBankTransaction = new Map<string, Payment>();
  const byToken = new Map<string, Payment>();
  const bankRefundIds = new Set<string>();

  const index = (payment: Payment) => {
    const ofOrder = byOrder.get(payment.orderNumber);
    if (ofOrder) ofOrder.push(payment);
    else byOrder.set(payment.orderNumber, [payment]);
    byBankTransaction.set(payment.bankTransactionId, payment);
    if (payment.token) byToken.set(payment.token, payment);
    for (const refund of payment.refunds) if (refund.bankRefundId) bankRefundIds.add(refund.bankRefundId);
  };
  for (const payment of payments.all()) index(payment);
  const save = (payment: Payment) => payments.put(payment.recTradeId, payment);

  scheduler.on('bank-page-timeout', (job) => {
    scheduler.done(job.id);
    const payment = payments.get(job.data as string);
    if (payment) complete(payment, TIMED_OUT);
  });

  function usePrime(prime: string): string | number {
    const read = readPrime(prime);
    if (!read) return 121;
    if (read.reusable) return read.number;
    if (usedPrimes.get(prime) !== undefined) return 121;
    if (read.createdAt !== undefined && now() - read.createdAt > PRIME_LIFE_MS) return 91;
    usedPrimes.put(prime, now());
    if (usedPrimes.size % 5000 === 0) deleteOldPrimes();
    return read.number;
  }
  // A prime with a creation time is refused because of its age, so its use need not be stored any longer.
  function deleteOldPrimes() {
    for (const [prime, usedAt] of usedPrimes.entries()) {
      if (readPrime(prime)?.createdAt !== undefined && now() - usedAt > 2 * PRIME_LIFE_MS) usedPrimes.delete(prime);
    }
  }

  /** Charges the card, or starts 3-D secure. Returns a status if it makes no charge. */
  function pay(request: PayRequest): Payment | number {
    if (request.bankTransactionId && byBankTransaction.has(request.bankTransactionId)) return 10013;
    const number = usePrime(request.prime);
    if (typeof number === 'number') return number;
    const card = testCard(number);
    if (card?.charged === false) return card.result;
    const at = now();
    const payment: Payment = {
      recTradeId: bankId('D', at),
      bankTransactionId: request.bankTransactionId || bankId('TP', at),
      bankOrderNumber: '',
      orderNumber: request.orderNumber,
      merchantId: request.merchantId,
      amount: request.amount,
      refunded: 0,
      refunds: [],
      currency: request.currency,
      details: request.details,
      cardholder: request.cardholder,
      cardNumber: number,
      threeDomainSecure: request.threeDomainSecure,
      recordStatus: RECORD.pending,
      result: card?.result ?? NOT_A_TEST_CARD,
      bankResultCode: '',
      authCode: '',
      time: at,
      capturesAt: Number.MAX_SAFE_INTEGER,
      ...(request.resultUrl ? { resultUrl: request.resultUrl } : {}),
    };
    if (card?.charged) {
      authorise(payment, at);
      payment.result = card.result;
    } else if (payment.result !== 0) decline(payment, payment.result, at);
    else if (request.threeDomainSecure && brandOf(number) !== 'mastercard') {
      payment.token = randomBytes(24).toString('base64url');
      scheduler.at({
        id: `bank-page:${payment.recTradeId}`,
        kind: 'bank-page-timeout',
        dueAt: at + BANK_PAGE_LIFE_MS,
        data: payment.recTradeId,
      });
    } else authorise(payment, at);
    index(payment);
    save(payment);
    return payment;
  }

  /** Ends 3-D secure. Status 0 charges the card; other statuses decline it. Returns false if 3-D secure has already ended. */
  function complete(payment: Payment, status: number, notify = true): boolean {
    if (payment.recordStatus !== RECORD.pending) return false;
    if (status === 0) authorise(payment, now());
    else decline(payment, status, now());
    save(payment);
    scheduler.done(`bank-page:${payment.recTradeId}`);
    if (notify) sendNotify(payment);
    return true;
  }

  function sendNotify(payment: Payment): void {
    if (!payment.resultUrl) return;
    webhooks.send({
      provider: 'tappay',
      subject: payment.recTradeId,
      url: payment.resultUrl.backend,
      contentType: 'application/json',
      body: JSON.stringify(notifyBody(payment)),
      waits: NOTIFY_WAITS_MS,
    });
  }

  /** Refunds the amount, or the rest without an amount. Returns a status if it makes no refund. */
  function refund(payment: Payment, amount: number | undefined, bankRefundId: string) {
    if (bankRefundId && bankRefundIds.has(bankRefundId)) return 6002;
    captureIfDue(payment, now());
    const left = payment.amount - payment.refunded;
    const refundable = [RECORD.authorised, RECORD.captured, RECORD.partlyRefunded].some((status) => status === payment.recordStatus);
    if (!refundable || left === 0) return 10050;
    const back = amount ?? left;
    if (back > left) return 10051;
    if (payment.recordStatus === RECORD.authorised && back < left) return 10024;
    const made = { refundId: bankId('RE', now()), bankRefundId, amount: back, at: now() };
    payment.refunds.push(made);
    payment.refunded += back;
    payment.recordStatus = payment.refunded === payment.amount ? RECORD.refunded : RECORD.partlyRefunded;
    if (bankRefundId) bankRefundIds.add(bankRefundId);
    save(payment);
    return made;
  }

  return {
    pay,
    complete,
    sendNotify,
    refund,
    get: (recTradeId: string) => payments.get(recTradeId),
    ofToken: (token: string) => byToken.get(token),
    ofOrder: (orderNumber: string) => byOrder.get(orderNumber) ?? [],
    ofBankTransaction: (id: string) => byBankTransaction.get(id),
    all: () => payments.all(),
    count: () => payments.size,
    /** Captures the charge now instead of at the end of the day. */
    capture(payment: Payment): void {
      if (payment.recordStatus !== RECORD.authorised) return;
      payment.capturesAt = now();
      captureIfDue(payment, now());
      save(payment);
    },
    cancel(payment: Payment): void {
      payment.recordStatus = RECORD.cancelled;
      save(payment);
    },
    now,
    reset(): void {
      for (const index of [byOrder, byBankTransaction, byToken, bankRefundIds]) index.clear();
    },
  };
}
