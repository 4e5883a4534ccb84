import type { Subscription } from '../event-store/port.ts';
import { aborted, retry } from '../timing.ts';
import { Fenced } from './checkpoint.ts';

/** Waits until the signal fires, then stops the subscription. @throws the error that ended the subscription before */
export async function untilLost(subscription: Subscription, lost: AbortSignal): Promise<void> {
  try {
    await Promise.race([subscription.done, aborted(lost)]);
  } catch (error) {
    if (!lost.aborted) throw error;
  } finally {
    await subscription.stop();
  }
}

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
