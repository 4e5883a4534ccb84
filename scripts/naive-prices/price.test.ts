import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whyBadCoupon } from './definition.ts';
import { discountOf, newAmount, whyBadFormula } from './formula.ts';
import { price } from './price.ts';
import { coupons, formulas, requests } from './random.ts';
import { share } from './shares.ts';
import { matching } from './states.ts';
import type { Quote, Request } from './types.ts';

const RUNS = { numRuns: 500 };
const sum = (amounts: number[]): number => amounts.reduce((total, each) => total + each, 0);

/** Runs `check` for each random request that has a price. */
function forQuotes(check: (quote: Quote, request: Request) => void): void {
  let quotes = 0;
  fc.assert(
    fc.property(requests, (request) => {
      const answer = price(request);
      if (!answer.ok) return;
      quotes += 1;
      check(answer, request);
    }),
    RUNS,
  );
  expect(quotes).toBeGreaterThan(RUNS.numRuns / 4);
}

test('random coupons are well defined', () => {
  fc.assert(fc.property(coupons, (coupon) => whyBadCoupon(coupon) === null));
});

test('no amount is below 0, and every amount is a whole number of NT$', () => {
  forQuotes((quote) => {
    const { total, goods, goodsPaid, shippingFee, freeShippingGap, creditOnGoods, creditOnShipping, discounts } = quote;
    const amounts = [total, goods, goodsPaid, shippingFee, freeShippingGap, creditOnGoods, creditOnShipping];
    for (const amount of [...amounts, ...discounts.map((each) => each.amount)]) {
      expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
    }
  });
});

test('no line loses more than it holds, and the shares of a discount add up to it', () => {
  forQuotes(({ lines, discounts }) => {
    for (const line of lines) expect(sum(line.shares.map((part) => part.amount))).toBeLessThanOrEqual(line.amount);
    for (const { couponId, amount } of discounts) {
      const parts = lines.flatMap((line) => line.shares.filter((part) => part.couponId === couponId));
      expect(sum(parts.map((part) => part.amount))).toBe(amount);
    }
  });
});

test('only lines that the coupon matches have a share, and never an additional purchase', () => {
  forQuotes(({ lines }, request) => {
    for (const line of lines.filter((each) => each.shares.length > 0)) {
      expect(line.tier).not.toBe('ADDITIONAL');
      for (const { couponId } of line.shares) {
        const coupon = request.coupons.find((each) => each.id === couponId);
        expect(coupon !== undefined && matching(coupon, { request, main: [line] }).length).toBe(1);
      }
    }
  });
});

test('the total is goods − discounts + shipping − credit, and goodsPaid leaves shipping out', () => {
  forQuotes((quote) => {
    const discounts = sum(quote.discounts.map((each) => each.amount));
    const credit = sum(quote.credit.map((part) => part.onGoods + part.onShipping));
    expect(quote.creditOnGoods + quote.creditOnShipping).toBe(credit);
    expect(quote.total).toBe(quote.goods - discounts + quote.shippingFee - credit);
    expect(quote.total).toBe(quote.goodsPaid + quote.shippingFee - quote.creditOnShipping);
  });
});

test('no grant gives more than it holds, and none after its end', () => {
  forQuotes(({ credit }, { buyer, now, creditAsked }) => {
    for (const part of credit) {
      const grant = buyer.kind === 'MEMBER' ? buyer.credit.find((each) => each.id === part.grantId) : undefined;
      expect(part.onGoods + part.onShipping).toBeLessThanOrEqual((grant?.value ?? 0) - (grant?.used ?? 0));
      expect(grant?.endsAt).toBeGreaterThan(now);
    }
    expect(sum(credit.map((part) => part.onGoods + part.onShipping))).toBeLessThanOrEqual(Math.max(0, creditAsked));
  });
});

test('the price is the same for every order of lines, coupons, choices, copies and grants', () => {
  fc.assert(
    fc.property(requests, fc.infiniteStream(fc.nat()), (request, keys) => {
      const shuffled = <T>(all: T[]): T[] =>
        all
          .map((each) => ({ each, key: Number(keys.next().value) }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
      const { buyer } = request;
      const other: Request = {
        ...request,
        lines: shuffled(request.lines),
        products: shuffled(request.products),
        coupons: shuffled(request.coupons),
        chosen: shuffled(request.chosen),
        giftChoices: Object.fromEntries(shuffled(Object.entries(request.giftChoices)).map(([id, choice]) => [id, shuffled(choice)])),
        buyer: buyer.kind === 'GUEST' ? buyer : { ...buyer, copies: shuffled(buyer.copies), credit: shuffled(buyer.credit) },
      };
      expect(price(other)).toEqual(price(request));
    }),
    RUNS,
  );
});

test('at most one chosen DISCOUNT, one BONUS, and each GIVEAWAY once', () => {
  forQuotes(({ discounts, gifts, autoCoupons }, request) => {
    expect(discounts.filter((each) => !autoCoupons.includes(each.couponId)).length).toBeLessThanOrEqual(1);
    const typeOf = (id: string) => request.coupons.find((each) => each.id === id)?.type;
    const bonuses = new Set(gifts.map((gift) => gift.couponId).filter((id) => typeOf(id) === 'BONUS'));
    expect(bonuses.size).toBeLessThanOrEqual(1);
    const keys = gifts.map((gift) => `${gift.couponId} ${gift.uid}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const gift of gifts) expect(gift.quantity).toBeLessThanOrEqual(99);
  });
});

test('an input is never changed', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const before = structuredClone(request);
      price(request);
      expect(request).toEqual(before);
    }),
  );
});

test('a formula gives a new amount and a discount within their bounds', () => {
  fc.assert(
    fc.property(formulas, fc.nat({ max: 100_000 }), (formula, x) => {
      fc.pre(whyBadFormula(formula) === null);
      expect(newAmount(formula, x)).toBeGreaterThanOrEqual(0);
      const discount = discountOf(formula, x);
      expect(discount).toBe(Math.min(x, Math.max(0, x - newAmount(formula, x))));
    }),
    RUNS,
  );
});

test('any text is either refused or gives an amount, and never runs', () => {
  const texts = fc.oneof(fc.string({ unit: fc.constantFrom(...'x0123456789.+-*/() ') }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(texts, (text) => {
      if (whyBadFormula(text) === null) expect(newAmount(text, 1000)).toBeGreaterThanOrEqual(0);
      else expect(() => newAmount(text, 1000)).toThrow();
    }),
    RUNS,
  );
});

test('a share is its exact part, rounded down or up', () => {
  const cases = fc
    .array(fc.nat({ max: 5000 }), { minLength: 1, maxLength: 8 })
    .chain((left) => fc.tuple(fc.constant(left), fc.nat({ max: sum(left) })));
  fc.assert(
    fc.property(cases, ([left, amount]) => {
      const shares = share({ amount, left });
      const whole = sum(left);
      expect(sum(shares)).toBe(amount);
      for (const [at, part] of shares.entries()) {
        const exact = BigInt(amount) * BigInt(left[at] ?? 0);
        if (whole > 0) expect([exact / BigInt(whole), (exact + BigInt(whole) - 1n) / BigInt(whole)]).toContain(BigInt(part));
      }
    }),
    RUNS,
  );
});
