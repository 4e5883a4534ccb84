import { planOf } from '../plan.ts';
import { isMemberJourney } from '../profiles.ts';
import { durationIn, journeysIn, numberIn, profileIn, said } from '../said.ts';

/** Settings from the launcher (scripts/load/run.ts) or from the caller of k6, read once for each virtual user. */
const [profile, rate, duration, journeys] = [profileIn(__ENV), numberIn(__ENV, 'RATE'), durationIn(__ENV), journeysIn(__ENV)];

/** address of the shop, without a trailing slash */
export const target = said(__ENV, 'TARGET') ?? 'http://127.0.0.1:3000';
/** address of the simulators, to move parcels; undefined: they move by themselves */
export const simulators = said(__ENV, 'SIMULATORS');
/** seeded members of the shop; 0: none, and no journeys of members */
export const members = numberIn(__ENV, 'MEMBERS') ?? 0;
if (members === 0 && journeys?.some(isMemberJourney)) throw new Error('LOAD_MEMBERS: journeys of members need seeded members');
/** whether processes are killed during the run */
export const tolerant = said(__ENV, 'TOLERANT') === 'yes';
/** file for the figures */
export const summaryFile = said(__ENV, 'SUMMARY') ?? 'summary.json';

export const plan = planOf({
  profile,
  ...(rate !== undefined && { rate }),
  ...(duration !== undefined && { duration }),
  ...(journeys && { journeys }),
  members: members > 0,
  tolerant,
  untilItBreaks: said(__ENV, 'STOP_WHEN_BROKEN') === 'yes',
  maxVus: numberIn(__ENV, 'MAX_VUS') ?? 2_000,
});

/**
 * How long a shopper waits, ms. While processes are killed, calls are repeated for longer, and a push may take until a
 * dead connection is detected (more than two pings).
 */
export const patience = tolerant
  ? { call: 10_000, answer: 60_000, own: 60_000, report: 5_000, push: 50_000, follower: 120_000 }
  : { call: 30_000, answer: 30_000, own: 10_000, report: 10_000, push: 10_000, follower: 20_000 };
