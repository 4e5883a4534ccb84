import type { StoreSubtype } from '@nordhaut/contracts';
import pTimeout from 'p-timeout';
import type { Carrier, CarrierStore } from '../carrier.ts';

/**
 * Whether a store exists by the carrier's own list. `unverified`: the list is not available, so the carrier decides when
 * the parcel is created.
 */
export type StoreVerdict = { kind: 'known'; store: CarrierStore } | { kind: 'unknown-store' } | { kind: 'unverified' };
export type StoreDirectory = { validateStore(storeId: string, subtype: StoreSubtype): Promise<StoreVerdict> };

/** ms for which a list is used, and ms between a failed load and the next one */
const FRESH = 6 * 3600_000;
const RETRY = 60_000;
/** maximum wait of a buyer for the first list, in ms */
const PATIENCE = 3_000;

type Entry = { stores: ReadonlyMap<string, CarrierStore> | undefined; until: number; loading: Promise<void> | undefined };

/** Caches the list of each chain. While a new list loads, the old one stays in use. */
export function createStoreDirectory({ carrier, clock }: { carrier: Pick<Carrier, 'stores'>; clock: () => Date }): StoreDirectory {
  const chains = new Map<StoreSubtype, Entry>();

  async function load(subtype: StoreSubtype, entry: Entry): Promise<void> {
    const list = await carrier.stores(subtype).catch(() => undefined);
    const usable = list !== undefined && list.length > 0;
    if (usable) entry.stores = new Map(list.map((store) => [store.id, store]));
    entry.until = clock().getTime() + (usable ? FRESH : RETRY);
    entry.loading = undefined;
  }

  return {
    async validateStore(storeId, subtype) {
      const entry = chains.get(subtype) ?? { stores: undefined, until: 0, loading: undefined };
      chains.set(subtype, entry);
      if (clock().getTime() >= entry.until) entry.loading ??= load(subtype, entry);
      if (entry.stores === undefined && entry.loading) await pTimeout(entry.loading, { milliseconds: PATIENCE, fallback: () => undefined });
      if (entry.stores === undefined) return { kind: 'unverified' };
      const store = entry.stores.get(storeId);
      return store === undefined ? { kind: 'unknown-store' } : { kind: 'known', store };
    },
  };
}
