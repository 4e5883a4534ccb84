import * as z from 'zod';
import { Series } from './series.ts';

/** Version of `result.json`. It changes with every change of the shape that an older reader or file does not fit. */
export const RESULT_VERSION = 2;

/** ms; `count` 0: nothing was measured */
const Figure = z.object({ count: z.number(), p50: z.number(), p95: z.number(), p99: z.number(), max: z.number() });
export type Figure = z.infer<typeof Figure>;

const Threshold = z.object({
  /** k6's name, with its tag: `checkout_duration{scenario:guest-cod}` */
  metric: z.string(),
  /** k6's expression: `p(95)<500` */
  demand: z.string(),
  measured: z.number(),
  ok: z.boolean(),
});
export type Threshold = z.infer<typeof Threshold>;

const JourneyResult = z.object({
  name: z.string(),
  /** the name of the measured part */
  timed: z.string(),
  /** arrivals per second at the highest point */
  ratePerSecond: z.number(),
  /** arrivals until the run ended */
  asked: z.number(),
  done: z.number(),
  failed: z.number(),
  /** requested and not started, because no virtual user was free */
  dropped: z.number(),
  /** started and cut off by the end of the run */
  unfinished: z.number(),
  time: Figure,
});
export type JourneyResult = z.infer<typeof JourneyResult>;

/** `result.json`. */
export const LoadResult = z.object({
  version: z.literal(RESULT_VERSION),
  profile: z.string(),
  target: z.string(),
  simulators: z.nullable(z.string()),
  /** what ran under load: a shop that was started for the run, or the words of `--about` */
  shop: z.string(),
  /** of the load generator; of the shop too where it was started for the run */
  machine: z.object({ cores: z.number(), model: z.string(), memoryGb: z.number(), system: z.string(), node: z.string() }),
  /** average number of programs that wanted a processor in the minute before the run */
  loadBefore: z.number(),
  startedAt: z.string(),
  /** from the first arrival to the end of the last journey */
  seconds: z.number(),
  askedSeconds: z.number(),
  ratePerSecond: z.number(),
  tolerant: z.boolean(),
  k6: z.string(),
  /** `stopped`: ended early by a signal, and no bound was broken until then */
  verdict: z.enum(['pass', 'fail', 'stopped']),
  /** ended early by a signal, also with a broken bound */
  wasStopped: z.optional(z.literal(true)),
  /** of a breakpoint run: requested journeys per second when a threshold broke; null when none broke */
  brokeAt: z.nullable(z.number()),
  untilItBreaks: z.boolean(),
  requests: z.number(),
  requestsFailed: z.number(),
  /** calls that were repeated with the same key */
  callsRepeated: z.number(),
  ordersPlaced: z.number(),
  /** file with the order numbers, one per line */
  ordersFile: z.string(),
  checkouts: z.number(),
  checkoutsFailed: z.number(),
  journeysAsked: z.number(),
  journeysDone: z.number(),
  journeysFailed: z.number(),
  journeysDropped: z.number(),
  journeysUnfinished: z.number(),
  /** journeys of the profile that the target's lack of seeded members left out */
  leftOut: z.array(z.string()),
  /** seeded members of the target where two shoppers who run at once may share one; missing: none do */
  fewMembers: z.optional(z.object({ seeded: z.number(), needed: z.number() })),
  pushReceived: z.number(),
  pushMissed: z.number(),
  pushOutOfOrder: z.number(),
  pushRepeated: z.number(),
  followerReconnects: z.number(),
  followersLost: z.number(),
  reportsUnheard: z.number(),
  pushLatency: Figure,
  /** the same, from the carrier's report and from the shop's own events */
  pushLatencyFrom: z.object({ carrier: Figure, shop: Figure }),
  readYourWrite: Figure,
  checkoutDuration: Figure,
  requestDuration: Figure,
  /** each call that was made, the slowest first; missing in results of earlier releases */
  calls: z.optional(z.array(z.object({ name: z.string(), failed: z.number(), time: Figure }))),
  /** most concurrent shoppers: used and allowed */
  vus: z.number(),
  vusAllowed: z.number(),
  journeys: z.array(JourneyResult),
  thresholds: z.array(Threshold),
  /** problems with their counts, the most frequent first */
  problems: z.array(z.object({ problem: z.string(), count: z.number() })),
  series: Series,
});
export type LoadResult = z.infer<typeof LoadResult>;
