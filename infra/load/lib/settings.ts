import { planOf } from '../plan.ts';
import { isJourneyName, isProfileName } from '../profiles.ts';

/** What the launcher says (scripts/load/run.ts), read once for each virtual user. */
const said = (name: string): string | undefined => __ENV[`LOAD_${name}`] || undefined;
const number = (name: string): number | undefined => (said(name) === undefined ? undefined : Number(said(name)));

const profile = said('PROFILE') ?? 'smoke';
if (!isProfileName(profile)) throw new Error(`LOAD_PROFILE=${profile}: there is no such profile`);
const [rate, duration] = [number('RATE'), number('DURATION')];
const journeys = said('JOURNEYS')?.split(',').filter(isJourneyName);

/** where the shop is, without a slash at the end */
export const target = said('TARGET') ?? 'http://127.0.0.1:3000';
/** the simulated outside world, where parcels are moved by hand; undefined: they move as they like */
export const simulators = said('SIMULATORS');
/** whether processes are killed meanwhile */
export const tolerant = said('TOLERANT') === 'yes';
/** where the figures are written for the launcher */
export const summaryFile = said('SUMMARY') ?? 'summary.json';

export const plan = planOf({
  profile,
  ...(rate !== undefined && { rate }),
  ...(duration !== undefined && { duration }),
  ...(journeys && { journeys }),
  tolerant,
  maxVus: number('MAX_VUS') ?? 2_000,
});

/**
 * How long a shopper waits, ms. While processes are killed: as long as a real one would sit before a page that keeps
 * trying, and for a push until a dead connection must have shown itself (two pings and more).
 */
export const patience = tolerant
  ? { call: 10_000, answer: 60_000, own: 60_000, report: 5_000, push: 50_000, follower: 120_000 }
  : { call: 30_000, answer: 30_000, own: 10_000, report: 10_000, push: 10_000, follower: 20_000 };
