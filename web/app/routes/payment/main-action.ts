import type { PaymentType } from '@nordhaut/contracts';
import type { CartPrice } from '../../features/cart/cart-price.ts';
import type { MainAction } from '../../features/cart/summary.tsx';
import { type PageStep, payButtonText } from '../../features/checkout/flow.ts';
import type { Placing } from '../../features/placing/use-placing.ts';

const COUNTING = '計算金額中…';

/** The main button of a step. `blocked`: a changed price waits for the buyer's answer. */
export function actionOf(
  step: PageStep,
  { quote, now, busy, failure }: CartPrice,
  { phase }: Placing,
  blocked: boolean,
  payment: PaymentType,
): MainAction {
  if (step === 'CART') return { text: '下一步：填寫配送', busy: false, busyText: '' };
  // The carriers' limits depend on the price, so the next step waits for it.
  if (step === 'SHIPPING') return { text: '下一步：確認與付款', busy: !now && !failure, busyText: COUNTING };
  const sending = phase === 'sending';
  return {
    text: blocked ? '請先確認金額' : payButtonText(payment, quote?.price ?? 0),
    busy: sending || busy || !quote,
    busyText: sending ? (payment === 'COD' ? '訂單送出中…' : '付款處理中，請勿關閉頁面…') : COUNTING,
  };
}
