import exec from 'k6/execution';
import { isJourneyName, JOURNEYS, type TimedBy } from '../profiles.ts';
import { note } from './journal.ts';
import { checkoutDuration, pageDuration, pushLatency, readYourWrite, signInDuration } from './metrics.ts';

/** A journey has one timed part; a scenario of another script has none. Its times, all in ms, go to the journal too, from which the report takes the times over the run. */
const timed =
  (metric: TimedBy, trend: { add(ms: number): void }) =>
  (ms: number): void => {
    trend.add(ms);
    const { name } = exec.scenario;
    if (isJourneyName(name) && JOURNEYS[name].metric === metric) note({ ms });
  };

export const measured = {
  checkout: timed('checkout_duration', checkoutDuration),
  page: timed('page_duration', pageDuration),
  signIn: timed('sign_in_duration', signInDuration),
  push(ms: number, from: 'carrier' | 'shop'): void {
    pushLatency.add(ms, { from });
    note({ push: ms });
  },
  ownOrder(ms: number): void {
    readYourWrite.add(ms);
    note({ own: ms });
  },
};
