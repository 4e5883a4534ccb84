import exec from 'k6/execution';
import { setTimeout } from 'k6/timers';

/** k6 cannot write files while it runs, but its console goes to one: a line of JSON each (`--console-output`). */
const note = (entry: object): void => console.log(JSON.stringify({ at: new Date().toISOString(), journey: exec.scenario.name, ...entry }));

/** The order was answered with success: from here on it must not be lost. */
export const noteOrder = (orderNo: string): void => note({ order: orderNo });
/** What went wrong, in words that are the same each time, so that they can be counted. */
export const noteProblem = (problem: string, details: object = {}): void => note({ problem, ...details });

/** The reason why a journey ends; its message becomes the problem. */
export class JourneyFailed extends Error {}
export const fail = (reason: string): never => {
  throw new JourneyFailed(reason);
};

/** Resolves after `ms`. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
