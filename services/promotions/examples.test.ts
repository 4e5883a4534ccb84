import { CartItem } from '@nordhaut/contracts';
import type { Rejection } from '@nordhaut/platform/decider';
import { describe, expect, test } from 'vitest';
import type { Calls } from '../../scripts/naive-prices/calls.ts';
import { GROUPS } from '../../scripts/naive-prices/examples.ts';
import type { Answer, CartRefusal, Coupon, Grant, Request } from '../../scripts/naive-prices/types.ts';
import { readCoupon } from './definition.ts';
import { readCondition } from './engine/condition.ts';
import { couponState } from './engine/coupon-state.ts';
import { spendCredit } from './engine/credit.ts';
import { discountOf, newAmount } from './engine/evaluate.ts';
import type { Basis } from './engine/facts.ts';
import { parseFormula } from './engine/formula.ts';
import { shareOut } from './engine/lines.ts';
import { givesCoupon, timerEnd } from './engine/timer.ts';
import { messages } from './messages.ts';
import { priceCart } from './price-cart.ts';
import { priceOrder } from './price-order.ts';
import { answerOf, couponFields, couponOf, inputOf, memberOf, PROBLEMS } from './testing/from-naive.ts';

/** The engine's answers under the names of the worked examples. What is missing belongs to other parts of the shop. */

const REFUSALS: Record<string, CartRefusal> = {
  CART_EMPTY: 'EMPTY_CART',
  PRODUCT_NOT_FOUND: 'UNKNOWN_PRODUCT',
  PRODUCT_UNAVAILABLE: 'UNAVAILABLE',
  PRODUCT_NOT_SOLD_ALONE: 'NOT_ADDITIONAL',
  ADDITIONAL_NEEDS_MAIN: 'ADDITIONAL_ALONE',
  QUANTITY_OVER_LIMIT: 'OVER_99',
  COD_NOT_OFFERED: 'NO_COD',
};

/** An order of a guest with coupons is refused as a whole, so its figures are those of the cart. */
const asGuest = (request: Request): Request =>
  request.buyer.kind === 'GUEST' && (request.chosen.length > 0 || request.creditAsked > 0) ? { ...request, mode: 'CART' } : request;

function price(given: Request): unknown {
  const request = asGuest(given);
  const isSchema = request.lines.every((line) => CartItem.safeParse(line).success);
  if (!isSchema) return { ok: false, refusal: 'BAD_QUANTITY' };
  const result = priceCart(inputOf(request));
  if (result.ok) return withSums(answerOf(result, request));
  return refusalOf(result.rejection);
}

function refusalOf({ code, message }: Rejection): unknown {
  const state = PROBLEMS[code];
  if (state !== undefined) return { ok: false, refusal: 'COUPON', coupon: { state, message } };
  return { ok: false, refusal: message === messages.additionalOnce ? 'BAD_QUANTITY' : REFUSALS[code] };
}

/** The examples list additional purchases last. */
function withSums(answer: ReturnType<typeof answerOf>): unknown {
  if (!answer.ok) return answer;
  const { credit, lines } = answer;
  return {
    ...answer,
    lines: lines.toSorted((a, b) => Number(a.tier === 'ADDITIONAL') - Number(b.tier === 'ADDITIONAL') || a.productId - b.productId),
    creditOnGoods: credit.reduce((sum, { onGoods }) => sum + onGoods, 0),
    creditOnShipping: credit.reduce((sum, { onShipping }) => sum + onShipping, 0),
    toChoose: answer.picks.map(({ couponId, choose }) => ({ couponId, count: choose })),
  };
}

const isRefused = (refused: boolean): string | null => (refused ? 'refused' : null);

const OWN: { [Name in keyof Calls]?: (input: never) => unknown } = {
  price,
  priceOrder({ request, expectedTotal }: { request: Request; expectedTotal: number }): { accepted: boolean; answer: unknown } {
    const own = priceOrder(inputOf(request), expectedTotal);
    if (!own.ok && (own.rejection.code !== 'AMOUNT_MISMATCH' || !own.quote)) return { accepted: false, answer: refusalOf(own.rejection) };
    if (!own.quote) return { accepted: own.ok, answer: null };
    return { accepted: own.ok, answer: answerOf({ ok: true, quote: own.quote, notices: [] }, request) };
  },
  formula({ formula, x }: { formula: string; x: number }) {
    const parsed = parseFormula(formula);
    return { discount: discountOf(parsed, x), newAmount: newAmount(parsed, x) };
  },
  whyBadFormula: ({ formula }: { formula: string }) => isRefused(!isFormula(formula)),
  whyBadCondition: (condition: never) => isRefused(typeof readCondition(condition) === 'string'),
  whyBadCoupon: (coupon: Coupon) => isRefused(!readCoupon(couponFields(coupon)).ok),
  isInTime({ coupon, buyer, now }: { coupon: Coupon; buyer: Request['buyer']; now: number }) {
    const basis = { at: now, member: memberOf(buyer), lines: [], stock: () => null, uses: () => 0 } as unknown as Basis;
    return couponState(couponOf(coupon), basis).state !== 501;
  },
  share: ({ amount, left }: { amount: number; left: number[] }) =>
    shareOut(
      amount,
      left.map((one, at) => ({ productId: at, tier: 'ORIGIN', type: 'PRODUCT', quantity: 1, amount: one, left: one })),
    ),
  spend({ asked, grants, now, goods, shipping }: { asked: number; grants: Grant[]; now: number; goods: number; shipping: number }) {
    const open = grants.map(({ id, value, used, endsAt }) => ({ grantId: id, left: value - used, endsAt }));
    const parts = spendCredit(asked, open, { goods, shipping }, now);
    return parts.map((part) => ({ grantId: part.grantId, onGoods: part.goods, onShipping: part.shipping }));
  },
  timerEnd,
  timerAllows: ({ timer, now, mode, buyer }: Request) =>
    timer !== null &&
    !timer.usedBefore &&
    !(buyer.kind === 'MEMBER' && buyer.standingOrders > 0) &&
    givesCoupon(timer, now, mode === 'ORDER'),
};

function isFormula(text: string): boolean {
  try {
    parseFormula(text);
    return true;
  } catch {
    return false;
  }
}

const groups = GROUPS.map(({ title, examples }) => ({ title, examples: examples.filter(({ call }) => call in OWN) }));

describe.each(groups.filter(({ examples }) => examples.length > 0))('$title', ({ examples }) => {
  test.each(examples)('$decision: $title', ({ call, input, expected }) => {
    const answer = (OWN[call] as (input: unknown) => Answer)(input);
    // The naive implementation says in English why a definition is refused, the engine in the words of the staff.
    if (call.startsWith('whyBad')) expect(answer === null).toBe(expected === null);
    else if (typeof expected === 'object' && expected !== null) expect(answer).toMatchObject(expected);
    else expect(answer).toBe(expected);
  });
});
