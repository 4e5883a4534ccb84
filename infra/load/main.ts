import exec from 'k6/execution';
import type { Options, Scenario } from 'k6/options';
import { journeys } from './journeys/index.ts';
import { note, noteProblem, noteStart, pause } from './lib/journal.ts';
import { journeyFailed, journeysBegun } from './lib/metrics.ts';
import { plan, summaryFile } from './lib/settings.ts';
import { readCatalogue, stockOf, type Catalogue } from './lib/stock.ts';
import type { PlannedJourney } from './plan.ts';
import { isJourneyName } from './profiles.ts';
import { thresholdsOf } from './thresholds.ts';

/** One scenario for each journey, with its name, so that figures are separate. */
function scenarioOf({ startPerMinute, stages, vus, maxVus }: PlannedJourney): Scenario {
  const common = { exec: 'journey', timeUnit: '1m', preAllocatedVUs: vus, maxVUs: maxVus, gracefulStop: `${plan.grace}s` } as const;
  const [only] = stages;
  if (plan.constant && only) return { executor: 'constant-arrival-rate', rate: only.perMinute, duration: `${only.seconds}s`, ...common };
  return {
    executor: 'ramping-arrival-rate',
    startRate: startPerMinute,
    stages: stages.map(({ seconds, perMinute }) => ({ target: perMinute, duration: `${seconds}s` })),
    ...common,
  };
}

export const options: Options = {
  scenarios: Object.fromEntries(plan.journeys.map((planned) => [planned.name, scenarioOf(planned)])),
  thresholds: thresholdsOf(plan),
  summaryTrendStats: ['count', 'avg', 'p(50)', 'p(95)', 'p(99)', 'max'],
  // Not the address: it contains order numbers, and k6 keeps a series for each.
  systemTags: ['scenario', 'name', 'method', 'status', 'expected_response', 'error_code'],
  setupTimeout: '60s',
};

/** Checks that the shop answers and sells something; otherwise the run ends at once with the reason. */
export async function setup(): Promise<Catalogue> {
  try {
    const catalogue = await readCatalogue();
    if (catalogue.products.length === 0) throw new Error('the shop sells nothing that could be bought');
    noteStart();
    return catalogue;
  } catch (error) {
    exec.test.abort(`cannot begin: ${messageOf(error)}`);
    throw error;
  }
}

/**
 * ms over which arrivals are spread at random. k6 starts journeys at fixed times, all kinds together; without the spread
 * they would measure their own queue.
 */
const SPREAD = 1_000;

/** One shopper, from arrival to leaving. */
export async function journey(catalogue: Catalogue): Promise<void> {
  const { name } = exec.scenario;
  if (!isJourneyName(name)) throw new Error(`no journey is called ${name}`);
  journeysBegun.add(1);
  note({ begun: true });
  try {
    await pause(Math.random() * SPREAD);
    await journeys[name](stockOf(catalogue));
    journeyFailed.add(false);
    note({ ended: 'done' });
  } catch (error) {
    journeyFailed.add(true);
    note({ ended: 'failed' });
    noteProblem(messageOf(error));
  }
}

export const handleSummary = (data: unknown): Record<string, string> => ({ [summaryFile]: JSON.stringify(data) });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
