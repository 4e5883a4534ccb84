import { formatMoney, type PaymentType } from '@nordhaut/contracts';
import { messages } from './messages.ts';

/** The steps of checkout (spec/3-purchase-flow §2, §4); the URL has the step as `?to=`. */
export const STEPS = ['CART', 'SHIPPING', 'PAY', 'RESULT'] as const;
export type Step = (typeof STEPS)[number];
/** The steps of `/payment`; the result has its own page. */
export type PageStep = Exclude<Step, 'RESULT'>;

/** Id of the form of each step. The main button submits it from outside the form. */
export const STEP_FORM = 'checkout-step';

export type FlowFacts = {
  /** why the cart cannot be ordered, for the buyer */
  cartProblem: string | undefined;
  /** no field of the shipping step is missing or wrong, as far as the page can check */
  shippingIsComplete: boolean;
};

export const stepPath = (step: Step): string => `/payment?to=${step}`;

export const resultPath = (orderNo: string, payment: PaymentType): string =>
  `/result?order_number=${orderNo}&status=0${payment === 'COD' ? '&type=cod' : ''}`;

/** The step in a URL. A return from the store map opens SHIPPING; an unknown step is CART. */
export function askedStep(search: URLSearchParams): Step {
  if (search.get('fromcvs') === '1') return 'SHIPPING';
  return STEPS.find((step) => step === search.get('to')) ?? 'CART';
}

/**
 * The step to show. A cart that cannot be ordered stays at CART; PAY needs a complete shipping form. RESULT is never shown here: its
 * page (/result) needs an order number. `refusal`: why it is another step than the URL has, for the buyer
 */
export function shownStep(asked: Step, { cartProblem, shippingIsComplete }: FlowFacts): { step: PageStep; refusal?: string } {
  if (asked === 'CART' || asked === 'RESULT') return { step: 'CART' };
  if (cartProblem !== undefined) return { step: 'CART', refusal: cartProblem };
  if (asked === 'PAY' && !shippingIsComplete) return { step: 'SHIPPING', refusal: messages.shippingIncomplete };
  return { step: asked };
}

/** The step that 上一步 opens; undefined at the first step. */
export const stepBefore = (step: PageStep): PageStep | undefined =>
  (({ CART: undefined, SHIPPING: 'CART', PAY: 'SHIPPING' }) as const)[step];

/** The text of the pay step's main button: the amount that it charges, NT$, or that nothing is charged now. */
export const payButtonText = (payment: PaymentType, price: number): string =>
  payment === 'COD' || price === 0 ? '送出訂單' : `確認付款 ${formatMoney(price)}`;
