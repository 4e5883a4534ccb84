/** The steps of checkout (spec/3-purchase-flow §2, §4); the URL holds the step as `?to=`. */
export const STEPS = ['CART', 'SHIPPING', 'PAY', 'RESULT'] as const;
export type Step = (typeof STEPS)[number];

export type FlowFacts = {
  cartIsEmpty: boolean;
  /** every field of the shipping step holds, as far as the page can tell */
  shippingIsComplete: boolean;
};

/** Why another step is shown than was asked for. */
export type Refusal = 'CART_EMPTY' | 'SHIPPING_INCOMPLETE';

export const stepPath = (step: Step): string => `/payment?to=${step}`;

/** The step a URL asks for. A return from the store map opens SHIPPING; what nobody knows is the cart. */
export function askedStep(search: URLSearchParams): Step {
  if (search.get('fromcvs') === '1') return 'SHIPPING';
  return STEPS.find((step) => step === search.get('to')) ?? 'CART';
}

/**
 * The step to show. An empty cart stays at CART, PAY needs a complete shipping form. RESULT has a page of its own
 * (/result), which needs an order number, so as a step it is never shown here.
 */
export function shownStep(
  asked: Step,
  { cartIsEmpty, shippingIsComplete }: FlowFacts,
): { step: Exclude<Step, 'RESULT'>; refusal?: Refusal } {
  if (asked === 'CART' || asked === 'RESULT') return { step: 'CART' };
  if (cartIsEmpty) return { step: 'CART', refusal: 'CART_EMPTY' };
  if (asked === 'PAY' && !shippingIsComplete) return { step: 'SHIPPING', refusal: 'SHIPPING_INCOMPLETE' };
  return { step: asked };
}

/** Where 上一步 leads; undefined at the start. */
export const stepBefore = (step: Step): Step | undefined =>
  (({ CART: undefined, SHIPPING: 'CART', PAY: 'SHIPPING', RESULT: undefined }) as const)[step];
