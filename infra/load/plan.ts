import { isMemberJourney, JOURNEYS, PROFILES, type Bounds, type JourneyName, type Profile, type ProfileName } from './profiles.ts';

/** The requested values; the profile supplies undefined ones. */
export type Wish = {
  profile: ProfileName;
  /** total journeys per second at the profile's peak */
  rate?: number;
  /** seconds */
  duration?: number;
  journeys?: readonly JourneyName[];
  /** whether the shop has seeded members; without them the profile's journeys of members are left out */
  members: boolean;
  /** processes are killed during the run: failures are counted and do not end it */
  tolerant: boolean;
  /** the run ends when a bound breaks, as a breakpoint run does */
  untilItBreaks?: boolean;
  /** maximum of concurrent shoppers over all journeys */
  maxVus: number;
};

export type PlannedJourney = {
  name: JourneyName;
  /** arrivals per minute, because k6 needs whole numbers. A single stage without a start is a constant rate */
  startPerMinute: number;
  stages: readonly { seconds: number; perMinute: number }[];
  /** arrivals in the whole run */
  arrivals: number;
  vus: number;
  maxVus: number;
};

export type Plan = {
  profile: ProfileName;
  says: string;
  rate: number;
  seconds: number;
  constant: boolean;
  journeys: readonly PlannedJourney[];
  bounds: Bounds;
  untilItBreaks: boolean;
  tolerant: boolean;
  /** seconds for running journeys to end after the last arrival */
  grace: number;
};

/** Factor on the usual number of shoppers before arrivals are dropped: waiting shoppers accumulate. */
const HEADROOM = 8;
/** Factor on the usual number for the virtual users made before the run: one made during the run is too late for its arrival. */
const USUAL = 3;
const SPARE = 10;
/** seconds that a shopper may wait in total while processes are killed; see `patience` in lib/settings.ts */
const OUTAGE = 60;
/** seconds until another process has usually taken over */
const TAKEOVER = 10;

/** Computes the arrivals per journey from a profile and the requested values. */
export function planOf(wish: Wish): Plan {
  const profile: Profile = PROFILES[wish.profile];
  const rate = wish.rate ?? profile.rate;
  const seconds = wish.duration ?? profile.duration;
  const ofProfile = Object.keys(profile.journeys) as JourneyName[];
  const names = wish.journeys ?? ofProfile.filter((name) => wish.members || !isMemberJourney(name));
  const weightOf = (name: JourneyName): number => profile.journeys[name] ?? 1;
  const all = names.reduce((sum, name) => sum + weightOf(name), 0);

  const shoppers = names.map((name) => ((rate * weightOf(name)) / all) * JOURNEYS[name].seconds);
  const waiting = (name: JourneyName, outage: number): number => (wish.tolerant ? ((rate * weightOf(name)) / all) * outage : 0);
  const room = names.map((name, index) => Math.max((shoppers[index] ?? 0) * HEADROOM, waiting(name, OUTAGE)));
  const squeeze = Math.min(1, wish.maxVus / room.reduce((sum, one) => sum + one + SPARE, 0));

  const journeys = names.map((name, index): PlannedJourney => {
    const perMinute = (of: number): number => Math.round(((rate * weightOf(name)) / all) * of * 60);
    const stages = profile.stages?.map(({ share, of }) => ({ seconds: seconds * share, perMinute: perMinute(of) })) ?? [
      { seconds, perMinute: Math.max(1, perMinute(1)) },
    ];
    const startPerMinute = profile.stages ? 0 : (stages[0]?.perMinute ?? 0);
    const most = Math.ceil(((room[index] ?? 0) + SPARE) * squeeze);
    const vus = Math.min(most, Math.ceil(((shoppers[index] ?? 0) * USUAL + waiting(name, TAKEOVER) + SPARE) * squeeze));
    return {
      name,
      startPerMinute,
      stages,
      arrivals: arrivalsOf(startPerMinute, stages),
      vus,
      maxVus: most,
    };
  });
  return {
    profile: wish.profile,
    says: profile.says,
    rate,
    seconds,
    constant: profile.stages === undefined,
    journeys,
    bounds: profile.bounds,
    untilItBreaks: profile.untilItBreaks === true || wish.untilItBreaks === true,
    tolerant: wish.tolerant,
    grace: wish.tolerant ? 3 * OUTAGE : 30,
  };
}

/** The area under the stages. */
function arrivalsOf(start: number, stages: PlannedJourney['stages']): number {
  let from = start;
  let sum = 0;
  for (const { seconds, perMinute } of stages) {
    sum += ((from + perMinute) / 2 / 60) * seconds;
    from = perMinute;
  }
  return Math.round(sum);
}

const memberJourneys = ({ journeys }: Plan): PlannedJourney[] => journeys.filter(({ name }) => isMemberJourney(name));

/** Seeded members for a run: for each journey as many as its shoppers that run at once, because an account has one cart. */
export const membersFor = (plan: Plan): number => {
  const journeys = memberJourneys(plan);
  return journeys.length * Math.max(0, ...journeys.map(({ maxVus }) => maxVus));
};

/**
 * The member of an iteration, from 1. The journeys share the members out, and the iterations of each take its own in turn. A scenario of
 * another script takes all of them in turn.
 */
export function memberOf(plan: Plan, members: number, journey: string, iteration: number): number {
  const names = memberJourneys(plan).map(({ name }): string => name);
  const place = names.indexOf(journey);
  if (place === -1) return 1 + (iteration % members);
  const each = Math.max(1, Math.floor(members / names.length));
  return 1 + ((place * each + (iteration % each)) % members);
}

/** Total requested journeys per second, at a number of seconds after the start. */
export const askedAt = (plan: Plan, second: number): number =>
  plan.journeys.reduce((sum, journey) => sum + journeysAskedAt(journey, second), 0);

/** Requested journeys of one kind per second; 0 after the last stage. */
export function journeysAskedAt({ startPerMinute, stages }: Pick<PlannedJourney, 'startPerMinute' | 'stages'>, second: number): number {
  let from = startPerMinute;
  let begun = 0;
  for (const { seconds, perMinute } of stages) {
    if (second <= begun + seconds) return (from + ((perMinute - from) * (second - begun)) / seconds) / 60;
    begun += seconds;
    from = perMinute;
  }
  return 0;
}

const DURATION = /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s?)?$/;

/** `90`, `90s`, `5m`, `1h30m` in seconds; undefined for anything else. */
export function secondsOf(text: string): number | undefined {
  const match = DURATION.exec(text.trim());
  const [hours, minutes, seconds] = [1, 2, 3].map((group) => Number(match?.[group] ?? 0));
  const sum = (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  return match && sum > 0 ? sum : undefined;
}
