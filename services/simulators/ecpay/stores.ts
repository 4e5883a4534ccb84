import data from './data/stores.json' with { type: 'json' };
import type { Subtype } from './subtypes.ts';

export type Store = {
  chain: 'UNIMARTC2C' | 'FAMIC2C';
  id: string;
  name: string;
  county: string;
  address: string;
  /** Empty for 7-ELEVEN. */
  phone: string;
  outlying: boolean;
  /** Whether it takes cash on pickup. */
  collects: boolean;
};

type Row = { id: string; name: string; county: string; address: string; phone?: string; outlying?: boolean; collects?: boolean };
const rows: Record<Store['chain'], Row[]> = data;

export const STORES: readonly Store[] = (['UNIMARTC2C', 'FAMIC2C'] as const).flatMap((chain) =>
  rows[chain].map((row) => ({
    chain,
    id: row.id,
    name: row.name,
    county: row.county,
    address: row.county + row.address,
    phone: row.phone ?? '',
    outlying: row.outlying ?? false,
    collects: row.collects ?? true,
  })),
);

const BY_ID = new Map(STORES.map((store) => [`${store.chain} ${store.id}`, store]));
export const storeOf = (subtype: Subtype, id: string | undefined): Store | undefined => BY_ID.get(`${subtype} ${id}`);
