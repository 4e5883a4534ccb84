/** An exact fraction `n`/`d`, with `d` above 0. */
export type Fraction = { n: bigint; d: bigint };

export const whole = (n: bigint): Fraction => ({ n, d: 1n });
export const add = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const negate = (a: Fraction): Fraction => ({ n: -a.n, d: a.d });
export const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });

/** a ÷ b, for b above 0. A divisor of a formula is a literal, so it has no sign. */
export const divided = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d, d: a.d * b.n });

/** The largest whole number that is not above the fraction, also below 0: −7/2 gives −4. */
export function floor(a: Fraction): bigint {
  const towardsZero = a.n / a.d;
  return a.n < 0n && towardsZero * a.d !== a.n ? towardsZero - 1n : towardsZero;
}

/** `percentOfThousand` thousandths of an amount, rounded down: 15 is 1.5 %. Amounts are never below 0. */
export function thousandths(amount: number, percentOfThousand: number): number {
  return Number(floor({ n: BigInt(amount) * BigInt(percentOfThousand), d: 1000n }));
}
