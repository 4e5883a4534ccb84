import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { outstandingCredit } from './projections/wallets.ts';

/** ms; the sum reads every wallet, which takes seconds where there are hundreds of thousands */
const KEPT_MS = 3_600_000;

/** NT$. `at`: of which instant */
export type CreditOfAll = { available: number; reserved: number; at: Date };

/** The shopping credit of all members, as of the last hour. A process computes it once for all callers; a failure is not kept. */
export function creditOfAll({ pool, clock }: { pool: Pick<pg.Pool, 'query'>; clock: () => Date }): () => Promise<CreditOfAll> {
  const kept = new LRUCache<'all', CreditOfAll>({
    max: 1,
    ttl: KEPT_MS,
    perf: { now: () => clock().getTime() },
    ttlResolution: 0,
    async fetchMethod() {
      const at = clock();
      return { ...(await outstandingCredit(pool, at)), at };
    },
  });
  return () => kept.forceFetch('all');
}
