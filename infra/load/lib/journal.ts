import exec from 'k6/execution';
import { setTimeout } from 'k6/timers';

const write = (entry: object): void => console.log(JSON.stringify({ at: Date.now(), ...entry }));

/** The arrivals begin. The launcher counts the time of a run from here. */
export const noteStart = (): void => write({ start: true });
/** The journey; undefined in `setup`, which belongs to none. */
function journeyNow(): string | undefined {
  try {
    return exec.scenario.name;
  } catch {
    return undefined;
  }
}

/**
 * k6 cannot write files during a run, but its console goes to one (`--console-output`): a line of JSON for each entry, with
 * the time in ms since epoch. scripts/load/journal.ts reads it.
 */
export const note = (entry: object): void => write({ journey: journeyNow(), ...entry });

/** The order was confirmed: it must not be lost. */
export const noteOrder = (orderNo: string): void => note({ order: orderNo });
/** The last order is of a shopper who agreed to reports. */
export const noteAgreed = (): void => note({ agreed: true });
/** The shopper sees the pseudonym under which the order is reported. */
export const notePurchase = (purchase: string): void => note({ purchase });
/** A problem, in fixed words, so that equal problems can be counted. */
export const noteProblem = (problem: string, details: object = {}): void => note({ problem, ...details });

/** Ends a journey; its message becomes the problem. */
export class JourneyFailed extends Error {}
export const fail = (reason: string): never => {
  throw new JourneyFailed(reason);
};

/** Resolves after `ms`. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
