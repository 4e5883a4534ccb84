/** The functions that examples call by name. An engine with the same names can run the same examples. */
import { birthdayAnew, orderAnew } from './anew.ts';
import { type Facts, holds, whyBadCondition } from './conditions.ts';
import { balance, clampField, endAfterRestore, spend } from './credit.ts';
import { whyBadCoupon } from './definition.ts';
import { discountOf, newAmount, whyBadFormula } from './formula.ts';
import { founding } from './founding.ts';
import { isAvailable, parcelValue, price, priceOrder, shippingOf } from './price.ts';
import { bind } from './referral.ts';
import { copyEndAfterRestore, countsAfterRestore, overseasPercent, paidBack, refund, restoreOf } from './returns.ts';
import { birthdayCredit, creditEnd, deducted, friendBack, referral, shopBack, stands, takeBack } from './rewards.ts';
import { share } from './shares.ts';
import { isInTime } from './states.ts';
import { extend, start, timerAllows, timerEnd, withMember } from './timer.ts';
import { instant } from './time.ts';
import type { Condition } from './types.ts';

export const CALLS = {
  price,
  priceOrder,
  isAvailable,
  parcelValue,
  shippingOf,
  formula: ({ formula, x }: { formula: string; x: number }) => ({ newAmount: newAmount(formula, x), discount: discountOf(formula, x) }),
  whyBadFormula: ({ formula }: { formula: string }) => whyBadFormula(formula),
  whyBadCondition: (condition: Condition) => whyBadCondition(condition),
  holds: ({ condition, facts }: { condition: Condition; facts: Facts }) => holds(condition, facts),
  whyBadCoupon,
  isInTime,
  instant: ({ stamp }: { stamp: number }) => instant(stamp),
  share,
  spend,
  balance,
  clampField,
  endAfterRestore,
  timerAllows,
  timerEnd,
  extend,
  start,
  withMember,
  shopBack,
  friendBack,
  creditEnd,
  referral,
  takeBack,
  birthdayCredit,
  stands,
  founding,
  bind,
  restoreOf,
  copyEndAfterRestore,
  countsAfterRestore,
  overseasPercent,
  refund,
  paidBack,
  deducted,
  orderAnew,
  birthdayAnew,
};

export type Calls = typeof CALLS;
type Part<T> = T extends (infer Item)[] ? Part<Item>[] : T extends object ? { [Key in keyof T]?: Part<T[Key]> } : T;
/** The part of each variant of an answer, so that an example names only what it is about. */
type PartOf<T> = T extends unknown ? Part<T> : never;

/** One worked example. `expected` names only what the example is about. It was calculated by hand, not by this code. */
export type Example = {
  [Name in keyof Calls]: {
    decision: number;
    /** The situation in plain English. */
    title: string;
    /** The calculation in dollars, days or counts. */
    calculation: string;
    call: Name;
    input: Parameters<Calls[Name]>[0];
    expected: PartOf<ReturnType<Calls[Name]>>;
  };
}[keyof Calls];

/** What the naive implementation answers to an example. */
export function answerTo({ call, input }: { call: keyof Calls; input: unknown }): unknown {
  return (CALLS[call] as (input: unknown) => unknown)(input);
}
