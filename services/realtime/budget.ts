import { type TokenBucket, tokenBucket } from '@nordhaut/platform/timing';
import { LRUCache } from 'lru-cache';

/** Maximum number of remembered keys. The least recently used key is forgotten first. */
const REMEMBERED = 20_000;

/**
 * One token bucket for each key; reconnecting does not refill it: `amount` calls over `perMs`, Infinity: any number.
 * @returns whether one more call of `key` may pass
 */
export function createBudgets(amount: number, perMs: number, now?: () => number): (key: string) => boolean {
  if (amount === Number.POSITIVE_INFINITY) return () => true;
  const buckets = new LRUCache<string, TokenBucket>({ max: REMEMBERED });
  return (key) => {
    const bucket = buckets.get(key) ?? tokenBucket({ size: amount, refillMs: perMs, ...(now && { now }) });
    buckets.set(key, bucket);
    return bucket.tryTake();
  };
}
