import * as z from 'zod';
import type { PaymentRecord, PaymentStatus } from '../card-processor.ts';

/** TapPay's bodies. A missing text is empty. */
const Text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const Code = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)));
const Int = z.number().int();

export const PayReply = z.object({
  status: Int,
  msg: Text,
  rec_trade_id: Text,
  bank_transaction_id: Text,
  auth_code: Text,
  order_number: Text,
  merchant_id: Text,
  amount: Int.nullish(),
  currency: Text,
  payment_url: Text,
  card_info: z.object({ last_four: Text }).nullish(),
});
export type PayReply = z.infer<typeof PayReply>;

const TradeRecord = z.object({
  rec_trade_id: z.string().min(1),
  record_status: Int,
  amount: Int,
  original_amount: Int.nullish(),
  refunded_amount: Int.nullish(),
  currency: Text,
  order_number: Text,
  merchant_id: Text,
  bank_transaction_id: Text,
  auth_code: Text,
  partial_card_number: Text,
  bank_result_code: Code,
  bank_result_msg: Text,
});

export type WireRecord = z.infer<typeof TradeRecord>;

export const QueryReply = z.object({
  status: Int,
  msg: Text,
  trade_records: z
    .array(TradeRecord)
    .nullish()
    .transform((records) => records ?? []),
});

export const RefundReply = z.object({ status: Int, msg: Text, refund_amount: Int.nullish() });

/** providers §2.5, `record_status`. */
const STATUSES = new Map<number, PaymentStatus>([
  [-1, 'error'],
  [0, 'authorised'],
  [1, 'captured'],
  [2, 'partly-refunded'],
  [3, 'refunded'],
  [4, 'pending'],
  [5, 'cancelled'],
]);

/** undefined where the status is not in TapPay's documentation */
export function toRecord(wire: WireRecord): PaymentRecord | undefined {
  const status = STATUSES.get(wire.record_status);
  if (status === undefined) return undefined;
  const refundedAmount = wire.refunded_amount ?? 0;
  return {
    recTradeId: wire.rec_trade_id,
    status,
    amount: wire.amount,
    originalAmount: wire.original_amount ?? wire.amount + refundedAmount,
    refundedAmount,
    currency: wire.currency,
    orderNo: wire.order_number,
    merchantId: wire.merchant_id,
    bankTransactionId: wire.bank_transaction_id,
    authCode: wire.auth_code,
    lastFour: wire.partial_card_number.slice(-4),
    bankResultCode: wire.bank_result_code,
    bankResultMessage: wire.bank_result_msg,
  };
}
