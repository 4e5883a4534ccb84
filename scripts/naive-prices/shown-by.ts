/**
 * The tests that run the examples against the shop. Each of these files names the calls that it answers, so an example
 * without a test of the shop itself fails `examples.test.ts` here.
 */
import type { Calls, Example } from './calls.ts';
import { GROUPS } from './examples.ts';

export const SHOWN_BY = {
  'services/promotions/examples.test.ts': [
    'price',
    'priceOrder',
    'isAvailable',
    'formula',
    'whyBadFormula',
    'whyBadCondition',
    'holds',
    'whyBadCoupon',
    'isInTime',
    'instant',
    'share',
    'spend',
    'balance',
    'timerEnd',
    'timerAllows',
  ],
  'services/promotions/reward-examples.test.ts': [
    'creditEnd',
    'shopBack',
    'birthdayCredit',
    'referral',
    'founding',
    'takeBack',
    'restoreOf',
    'endAfterRestore',
    'copyEndAfterRestore',
    'countsAfterRestore',
  ],
  'services/promotions/earlier-accounts.test.ts': ['orderAnew', 'birthdayAnew'],
  'services/promotions/timers.test.ts': ['start', 'extend', 'withMember'],
  'services/ordering/examples.test.ts': ['stands', 'refund', 'overseasPercent', 'paidBack', 'deducted'],
  'services/checkout/declared-value.test.ts': ['parcelValue'],
  'services/accounts/examples.test.ts': ['bind'],
  'web/app/features/promotions/choices.test.ts': ['clampField'],
} satisfies Record<string, (keyof Calls)[]>;

/** What the shop answers to the examples of each call. */
export type Answers<Name extends keyof Calls> = { [Each in Name]: (input: Parameters<Calls[Each]>[0]) => unknown };
export type Shown<File extends keyof typeof SHOWN_BY> = (typeof SHOWN_BY)[File][number];

/** The examples of some calls, in the groups of the page. Groups without any are left out. */
export function groupsOf(calls: readonly string[]): { title: string; examples: Example[] }[] {
  const groups = GROUPS.map(({ title, examples }) => ({ title, examples: examples.filter(({ call }) => calls.includes(call)) }));
  return groups.filter(({ examples }) => examples.length > 0);
}
export const examplesOf = (calls: readonly string[]): Example[] => groupsOf(calls).flatMap(({ examples }) => examples);

/** What the shop answers to one example. */
export const answerOf = (answers: object, { call, input }: Example): unknown =>
  (answers as Record<string, (input: unknown) => unknown>)[call]?.(input);
