import { CALLS, durationOf, failedOf } from './calls.ts';
import type { Plan } from './plan.ts';
import { FLASH_PIECES, followsOf, isPurchase, JOURNEYS } from './profiles.ts';

type Threshold = string | { threshold: string; abortOnFail: boolean; delayAbortEval: `${number}s` };

/** seconds before a breakpoint run may end; the first answers are no evidence */
const WARM_UP = 10;
/** Always true: k6 keeps figures per journey and per call only if they have a threshold. */
export const NO_BOUND = 'count>=0';

/**
 * The thresholds of a run. Pushes to followers have no tolerance in any profile. While processes are killed there is no
 * other threshold: the drill checks the rest.
 */
export function thresholdsOf(plan: Plan): Record<string, Threshold[]> {
  const { bounds, journeys, untilItBreaks, tolerant } = plan;
  const strict = (threshold: string): Threshold =>
    untilItBreaks ? { threshold, abortOnFail: true, delayAbortEval: `${WARM_UP}s` } : threshold;
  const follows = journeys.some(({ name }) => followsOf(name) !== undefined);
  const buys = journeys.some(({ name }) => isPurchase(name));

  const demanded: Record<string, Threshold[]> = {
    ...(follows && { push_missed: [strict('count==0')], push_out_of_order: [strict('count==0')] }),
    ...(journeys.some(({ name }) => name === 'member-flash-sale') && { flash_sale_won: [strict(`count<=${FLASH_PIECES}`)] }),
    ...(!tolerant && {
      http_req_failed: [strict(`rate<=${bounds.failed}`)],
      journey_failed: [strict(`rate<=${bounds.failed}`)],
      dropped_iterations: [strict(`count<=${Math.floor(bounds.dropped * journeys.reduce((sum, { arrivals }) => sum + arrivals, 0))}`)],
      ...(buys && { checkout_failed: [strict(`rate<=${bounds.failed}`)], read_your_write: [strict(`p(95)<${bounds.readYourWrite}`)] }),
      ...(follows && { push_latency: [strict(`p(95)<${bounds.pushLatency}`)] }),
    }),
  };
  for (const { name } of journeys) {
    const { metric, bound } = JOURNEYS[name];
    if (!tolerant) demanded[`${metric}{scenario:${name}}`] = [strict(`p(95)<${bounds[bound]}`)];
    for (const kept of [metric, 'journeys_begun', 'dropped_iterations', 'journey_failed'])
      demanded[`${kept}{scenario:${name}}`] ??= [kept === 'journey_failed' ? 'rate>=0' : kept === metric ? 'max>=0' : NO_BOUND];
  }
  for (const call of CALLS) {
    demanded[durationOf(call)] = ['max>=0'];
    demanded[failedOf(call)] = ['rate>=0'];
  }
  if (follows) for (const from of ['carrier', 'shop']) demanded[`push_latency{from:${from}}`] = ['max>=0'];
  return demanded;
}
