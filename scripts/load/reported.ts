import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from './journal.ts';
import type { Threshold } from './result-shape.ts';

/** A report that a simulated provider took, as `GET /control/reports` of the simulators shows it. */
export type Taken = { provider: string; id: string; name: string; at: number; problems: readonly string[] };
/** What each provider calls a purchase. */
const PURCHASES = { meta: 'Purchase', ga: 'purchase', crm: 'order_created' } as const;
/** ms that the shop may need for its last reports, and between two looks */
const PATIENCE = 30_000;
const LOOK_EVERY = 500;

/**
 * For each provider, the purchases that differ from the orders of the shoppers who agreed: orders that are not reported or
 * reported in a wrong form, and, where `exact`, reports of anything else. Providers count a repeat by its id once.
 * @param exact the run's shoppers are the only ones, and no answer to them was lost
 */
export function reportsThatDiffer({ agreed, purchases }: Journal, taken: readonly Taken[], exact: boolean): Threshold[] {
  return Object.entries(PURCHASES).map(([provider, event]) => {
    const good = taken.filter((one) => one.provider === provider && one.name === event && one.problems.length === 0);
    const ids = new Set(good.map(({ id }) => id));
    const known = new Set(purchases);
    const missing = known.difference(ids).size + Math.max(0, agreed - known.union(ids).size);
    const measured = missing + (exact ? Math.max(0, ids.size - agreed) : 0);
    return { metric: `reports_differ{provider:${provider}}`, demand: 'count==0', measured, ok: measured === 0 };
  });
}

/** Simulators that do not answer took nothing: the bounds of the run must not get lost with them. */
async function takenSince(simulators: string, since: number): Promise<Taken[]> {
  try {
    const answer = await fetch(`${simulators}/control/reports`, { signal: AbortSignal.timeout(PATIENCE) });
    return ((await answer.json()) as Taken[]).filter(({ at }) => at >= since);
  } catch {
    return [];
  }
}

/** Waits for the last reports, and compares them. @param since ms; earlier reports belong to others */
export async function reconcileReports(
  simulators: string,
  journal: Journal,
  { since, exact }: { since: number; exact: boolean },
): Promise<Threshold[]> {
  for (const deadline = Date.now() + PATIENCE; ; await sleep(LOOK_EVERY)) {
    const found = reportsThatDiffer(journal, await takenSince(simulators, since), exact);
    if (found.every(({ ok }) => ok) || Date.now() > deadline) return found;
  }
}
