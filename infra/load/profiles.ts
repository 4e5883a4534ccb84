/**
 * Load, duration and bounds of each profile. Every profile is an open model: shoppers arrive at a rate that does not
 * depend on how fast earlier ones are served, as visitors of a shop do.
 *
 * This file does not import k6, because the launcher reads it too.
 */

/** `of`: the multiple of the requested rate at the end of the stage; `share`: of the whole duration. */
export type Stage = { share: number; of: number };

/** Bounds. Times in ms, at the 95th percentile; shares from 0 to 1. */
export type Bounds = {
  /** of requests, of journeys and of checkouts */
  failed: number;
  checkout: number;
  /** from the first call until the shop reports the payment, including the bank's page */
  cardCheckout: number;
  page: number;
  signIn: number;
  pushLatency: number;
  readYourWrite: number;
  /** share of the requested journeys that the generator could not start */
  dropped: number;
};

export type Profile = {
  says: string;
  /** journeys per second, all together, that `--rate` replaces */
  rate: number;
  /** seconds, that `--duration` replaces */
  duration: number;
  /** undefined: the rate from the first second to the last */
  stages?: readonly Stage[];
  /** journeys and their weights; `--journeys` selects some of them */
  journeys: Readonly<Partial<Record<JourneyName, number>>>;
  bounds: Bounds;
  /** the run ends when a bound breaks; that rate is its result */
  untilItBreaks?: true;
};

/** The k6 metric of a journey's timed part. */
export type TimedBy = 'checkout_duration' | 'page_duration' | 'sign_in_duration';
type Journey = {
  /** normal duration, including the half second by which arrivals are spread: the number of concurrent shoppers follows from it */
  seconds: number;
  /** the name of its timed part */
  timed: string;
  metric: TimedBy;
  /** the bound of the timed part */
  bound: 'checkout' | 'cardCheckout' | 'page' | 'signIn';
  /** what happens while a socket follows the order; missing: nothing follows */
  follows?: 'payment' | 'parcel';
};

/** Every journey with what the bounds and the number of shoppers need. */
export const JOURNEYS = {
  'guest-cod': { seconds: 1, timed: 'cart to order', metric: 'checkout_duration', bound: 'checkout' },
  'guest-card': { seconds: 2, timed: 'cart to paid, 3-D secure', metric: 'checkout_duration', bound: 'cardCheckout', follows: 'payment' },
  'guest-store': {
    seconds: 6,
    timed: 'cart to paid, then followed',
    metric: 'checkout_duration',
    bound: 'cardCheckout',
    follows: 'parcel',
  },
  /** needs configured providers of reports; of the profiles only `smoke` has it */
  'guest-consent': { seconds: 2, timed: 'cart to order, reported', metric: 'checkout_duration', bound: 'checkout' },
  /** needs the seeded project, so no profile has it; `--journeys` selects it */
  'group-order': { seconds: 1, timed: 'project to order', metric: 'checkout_duration', bound: 'checkout' },
  'look-up': { seconds: 6, timed: 'cart to order, then followed', metric: 'checkout_duration', bound: 'checkout', follows: 'parcel' },
  browse: { seconds: 1, timed: 'one page', metric: 'page_duration', bound: 'page' },
  'member-sign-in': { seconds: 1, timed: 'password to session', metric: 'sign_in_duration', bound: 'signIn' },
  'member-checkout': {
    seconds: 6,
    timed: 'cart to order, then followed',
    metric: 'checkout_duration',
    bound: 'checkout',
    follows: 'parcel',
  },
  'member-coupon': { seconds: 2, timed: 'cart to order, coupon and credit', metric: 'checkout_duration', bound: 'checkout' },
  'member-flash-sale': { seconds: 2, timed: 'cart to order', metric: 'checkout_duration', bound: 'checkout' },
} as const satisfies Record<string, Journey>;
export type JourneyName = keyof typeof JOURNEYS;

const journeyOf = (name: JourneyName): Journey => JOURNEYS[name];
/** What happens while a socket follows the journey's order; undefined: nothing follows. */
export const followsOf = (name: JourneyName): Journey['follows'] => journeyOf(name).follows;
/** The journeys that place orders. */
export const isPurchase = (name: JourneyName): boolean => journeyOf(name).metric === 'checkout_duration';
/** The journeys that need seeded members. */
export const isMemberJourney = (name: JourneyName): boolean => name.startsWith('member-');

const GUESTS = { 'guest-cod': 4, 'guest-card': 3, 'look-up': 2, browse: 3 } as const;
/**
 * Each journey of a member begins with the password, whose hash takes about 85 ms of a core. So members are left out of the
 * profiles with a high rate, which would measure the hash.
 */
const SHOPPING = { ...GUESTS, 'guest-store': 2, 'member-sign-in': 1, 'member-checkout': 1, 'member-coupon': 1 } as const;
/** Pieces of the coupon LOAD_FLASH_SALE (coupons.json): so few that also the smoke profile has members who come too late. */
export const FLASH_PIECES = 5;
const USUAL: Bounds = {
  failed: 0.005,
  checkout: 500,
  cardCheckout: 1_000,
  page: 500,
  signIn: 750,
  pushLatency: 250,
  readYourWrite: 250,
  dropped: 0.01,
};
const HARD: Bounds = {
  failed: 0.02,
  checkout: 2_000,
  cardCheckout: 4_000,
  page: 2_000,
  signIn: 3_000,
  pushLatency: 1_000,
  readYourWrite: 1_000,
  dropped: 0.05,
};

export const PROFILES = {
  smoke: {
    says: 'a few shoppers of each kind: does everything work at all',
    rate: 4,
    duration: 20,
    journeys: {
      'guest-cod': 1,
      'guest-card': 1,
      'guest-store': 1,
      'guest-consent': 1,
      'look-up': 1,
      browse: 1,
      'member-sign-in': 1,
      'member-checkout': 1,
      'member-coupon': 1,
      'member-flash-sale': 1,
    },
    // A test machine has other work. Nothing may fail, but the times are generous.
    bounds: {
      ...HARD,
      failed: 0.001,
      checkout: 4_000,
      cardCheckout: 6_000,
      page: 4_000,
      signIn: 6_000,
      pushLatency: 2_000,
      readYourWrite: 2_000,
    },
  },
  load: {
    says: 'a busy day: the same rate all the time',
    rate: 20,
    duration: 300,
    journeys: SHOPPING,
    bounds: USUAL,
  },
  stress: {
    says: 'three steps up to well above a busy day, then down again',
    rate: 60,
    duration: 600,
    stages: [
      { share: 0.1, of: 0.33 },
      { share: 0.2, of: 0.33 },
      { share: 0.05, of: 0.66 },
      { share: 0.2, of: 0.66 },
      { share: 0.05, of: 1 },
      { share: 0.3, of: 1 },
      { share: 0.1, of: 0 },
    ],
    journeys: GUESTS,
    bounds: HARD,
  },
  spike: {
    says: 'a campaign goes out: ten times as many shoppers within seconds, then calm again',
    rate: 80,
    duration: 180,
    stages: [
      { share: 0.02, of: 0.1 },
      { share: 0.23, of: 0.1 },
      { share: 0.05, of: 1 },
      { share: 0.3, of: 1 },
      { share: 0.05, of: 0.1 },
      { share: 0.35, of: 0.1 },
    ],
    journeys: GUESTS,
    bounds: HARD,
  },
  flash: {
    says: 'a coupon with few pieces goes on sale: members compete for the last one, nothing is sold twice',
    rate: 6,
    duration: 60,
    journeys: { 'member-flash-sale': 3, 'member-coupon': 1 },
    bounds: HARD,
  },
  soak: {
    says: 'an ordinary rate for hours: what leaks, fills up or slows down',
    rate: 10,
    duration: 7_200,
    journeys: SHOPPING,
    bounds: USUAL,
  },
  breakpoint: {
    says: 'more and more shoppers until a bound breaks: how much is too much',
    rate: 400,
    duration: 600,
    stages: [{ share: 1, of: 1 }],
    journeys: GUESTS,
    bounds: { ...HARD, dropped: 0.002 },
    untilItBreaks: true,
  },
} as const satisfies Record<string, Profile>;
export type ProfileName = keyof typeof PROFILES;

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(PROFILES, name);
export const isJourneyName = (name: string): name is JourneyName => Object.hasOwn(JOURNEYS, name);
