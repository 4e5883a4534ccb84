import { retry } from '../timing.ts';
import { Fenced } from '../projections/checkpoint.ts';

/**
 * Starts a reader of the store again after each failure, until the signal fires.
 * @param onFailure receives every failure: a reader must never retry without a report
 * @throws Fenced
 */
export async function keepReading(read: () => Promise<void>, lost: AbortSignal, onFailure: (error: Error) => void): Promise<void> {
  const isPassing = (error: Error): boolean => !lost.aborted && !(error instanceof Fenced);
  await retry(read, { first: 250, most: 2_000, signal: lost, isPassing, onFailure }).catch((error: unknown) => {
    if (!lost.aborted) throw error;
  });
}
