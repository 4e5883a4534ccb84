import type { Example } from '../calls.ts';
import { days, delivered, NOW } from '../fixtures.ts';
import type { RewardOrder } from '../rewards.ts';

type FoundingCase = [
  decision: 23 | 66,
  title: string,
  orders: RewardOrder[],
  before: number,
  calculation: string,
  number: number | null,
  active: boolean,
];
const foundingCase = ([decision, title, orders, givenBefore, calculation, number, active]: FoundingCase): Example => ({
  decision,
  title,
  calculation,
  call: 'founding',
  input: { members: [{ memberId: 'M', orders }], givenBefore, now: NOW },
  expected: [{ memberId: 'M', number, active }],
});

/** Who becomes a founding member, and for how long. */
export const FOUNDING: Example[] = [
  ...(
    [
      [23, '3,000 delivered 8 days ago, 999 numbers given', [delivered('1', 3000, days(-8))], 999, 'the last number', 1000, true],
      [23, '3,000 delivered 8 days ago, 1,000 numbers given', [delivered('1', 3000, days(-8))], 1000, 'the 1,001st', null, false],
      [23, '2,999 delivered 8 days ago', [delivered('1', 2999, days(-8))], 0, '2,999 < 3,000', null, false],
      [66, 'Two orders of 1,500', [delivered('1', 1500, days(-90)), delivered('2', 1500, days(-8))], 4, '1,500 + 1,500', 5, true],
      [
        66,
        'The second one was delivered 7 days ago',
        [delivered('1', 1500, days(-90)), delivered('2', 1500, days(-7))],
        4,
        'the seventh day after the day of the delivery is not over',
        null,
        false,
      ],
      [
        66,
        'A return is open since the third day',
        [delivered('1', 3000, days(-9), { returnOpenedAt: days(-6) })],
        4,
        'no number while it is open',
        null,
        false,
      ],
      [
        66,
        'Returned',
        [delivered('1', 3000, days(-9), { returnOpenedAt: days(-6), returnedAt: days(-1) })],
        4,
        'no number is burnt',
        null,
        false,
      ],
      [66, 'An adopted guest order of 3,000', [delivered('1', 3000, days(-9), { placedAsMember: false })], 4, 'earns nothing', null, false],
      [66, 'Last delivery 365 days ago', [delivered('1', 3000, days(-365))], 4, 'lapsed', 5, false],
      [66, 'Last delivery 364 days ago', [delivered('1', 3000, days(-364))], 4, 'a member until tomorrow', 5, true],
      [
        66,
        'Lapsed, then 100 delivered yesterday',
        [delivered('1', 3000, days(-400)), delivered('2', 100, days(-1))],
        4,
        'the old number again, by one new delivered order',
        5,
        true,
      ],
      [
        66,
        'Lapsed, then 100 delivered and returned',
        [delivered('1', 3000, days(-400)), delivered('2', 100, days(-9), { returnOpenedAt: days(-7), returnedAt: days(-3) })],
        4,
        'a returned order is no new one',
        5,
        false,
      ],
    ] satisfies FoundingCase[]
  ).map(foundingCase),
  {
    decision: 23,
    title: 'Two members reach 3,000, one number is left',
    calculation: 'the one whose order counts first gets 1000',
    call: 'founding',
    input: {
      members: [
        { memberId: 'late', orders: [delivered('1', 3000, days(-9))] },
        { memberId: 'early', orders: [delivered('2', 3000, days(-10))] },
      ],
      givenBefore: 999,
      now: NOW,
    },
    expected: [
      { memberId: 'late', number: null },
      { memberId: 'early', number: 1000 },
    ],
  },
];
