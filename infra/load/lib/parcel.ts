import { seeOrder, type OrderSeen } from './checkout.ts';
import type { Follower } from './follower.ts';
import { fail, note, pause } from './journal.ts';
import { reportUnheard } from './metrics.ts';
import { moveParcel, WAYS } from './outside.ts';
import { patience, simulators, tolerant } from './settings.ts';

/** ms between two reports of the carrier */
const BETWEEN_REPORTS = [300, 700] as const;
/** ms that the page stays open if no parcel moves */
const STAY = 10_000;
/** interval in ms and number of tries while the carrier does not have the parcel yet */
const PARCEL = { wait: 250, tries: 40 };

/**
 * Keeps an order's page open while the carrier moves its parcel, and compares what the page got with the look-up.
 * @throws JourneyFailed
 */
export async function followParcel(orderNo: string, page: Follower, way: readonly string[] = WAYS.toTheDoor): Promise<void> {
  const told = simulators === undefined ? await watch() : await deliver(orderNo, page, way);
  // The page may have a status that the read model does not have yet.
  const seen = await seeOrder(orderNo, page.position());
  await page.compare(seen);
  checkHeard(orderNo, told, seen);
}

async function watch(): Promise<string[]> {
  await pause(STAY);
  return [];
}

/** Lets the carrier report the statuses one after another, each after the page got the previous one. */
async function deliver(orderNo: string, page: Follower, way: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  for (const code of way) {
    if (!(await report(orderNo, code, page))) continue;
    told.push(code);
    await page.hears(code, patience.report);
    await pause(BETWEEN_REPORTS[0] + Math.random() * (BETWEEN_REPORTS[1] - BETWEEN_REPORTS[0]));
  }
  return told;
}

/** Whether the carrier certainly made the report. Without an answer it may have, so the call is not repeated. */
async function report(orderNo: string, code: string, page: Follower): Promise<boolean> {
  for (let tries = 0; tries < PARCEL.tries; tries++) {
    page.reportBegins(code);
    const status = await moveParcel(orderNo, code);
    if (status === 200) return true;
    if (status !== 404) return tolerant ? false : fail(`carrier, by hand: ${status || 'no answer'}`);
    await pause(PARCEL.wait);
  }
  return tolerant ? false : fail('carrier, by hand: it never got the parcel');
}

/** The carrier repeats a report that did not reach the shop, after minutes. It is counted, but it is no missed push. */
function checkHeard(orderNo: string, told: readonly string[], { timeline }: OrderSeen): void {
  const unheard = told.filter((code) => !timeline.some((step) => step.code === code));
  if (unheard.length === 0) return;
  reportUnheard.add(unheard.length);
  note({ orderNo, unheard });
  if (!tolerant) fail("the carrier's report did not reach the order in time");
}
