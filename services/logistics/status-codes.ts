import type { DeliverySubtype } from '@nordhaut/contracts';
import { FAMI_C2C } from './status-data/fami-c2c.ts';
import type { ParcelGroup, StatusRow } from './status-data/row.ts';
import { SHOP_CODES } from './status-data/shop.ts';
import { TCAT } from './status-data/tcat.ts';
import { UNIMART_C2C } from './status-data/unimart-c2c.ts';

export type { ParcelGroup } from './status-data/row.ts';

export type ParcelStatus = {
  code: string;
  group: ParcelGroup;
  /** the carrier's own text, zh-TW; empty for an unknown code */
  officialText: string;
};

/** The code of a parcel before its first report (spec/2-accounts-and-members §4). */
export const DEFAULT_CODE = '300';

/** Rows of each carrier's own table. */
const CARRIERS: Record<Exclude<DeliverySubtype, 'INTERNATIONAL'>, readonly StatusRow[]> = {
  UNIMARTC2C: UNIMART_C2C,
  FAMIC2C: FAMI_C2C,
  TCAT,
};

const table = (...rows: (readonly StatusRow[])[]): ReadonlyMap<string, ParcelStatus> =>
  new Map(rows.flat().map(([code, officialText, group]) => [code, { code, officialText, group }]));

// The carrier's rows come last, so its own text for 300 replaces the shop's.
const TABLES: Record<DeliverySubtype, ReadonlyMap<string, ParcelStatus>> = {
  UNIMARTC2C: table(SHOP_CODES, CARRIERS.UNIMARTC2C),
  FAMIC2C: table(SHOP_CODES, CARRIERS.FAMIC2C),
  TCAT: table(SHOP_CODES, CARRIERS.TCAT),
  INTERNATIONAL: table(SHOP_CODES),
};

/** Every code of a carrier and of the shop. */
export const statusesOf = (subtype: DeliverySubtype): readonly ParcelStatus[] => [...TABLES[subtype].values()];

/** The meaning of a code. A code that is in no table gets the group `unknown`. */
export const statusOf = (subtype: DeliverySubtype, code: string): ParcelStatus =>
  TABLES[subtype].get(code) ?? { code, group: 'unknown', officialText: '' };

export const isKnownCode = (subtype: DeliverySubtype, code: string): boolean => TABLES[subtype].has(code);

/** All codes of the shop and of the carriers. */
const KNOWN = new Set([SHOP_CODES, ...Object.values(CARRIERS)].flatMap((rows) => rows.map(([code]) => code)));

/**
 * Whether the code belongs to another carrier or to the shop, so that this carrier cannot have sent it. A code that is in
 * no table counts as an unknown code of this carrier (infra/decisions/021).
 */
export const isForeignCode = (subtype: keyof typeof CARRIERS, code: string): boolean =>
  KNOWN.has(code) && !CARRIERS[subtype].some(([own]) => own === code);

/** The codes of delivered and completed parcels, which a page does not refresh (spec/2-accounts-and-members §4, "Logistics refresh"). */
export const FINISHED_CODES: Record<DeliverySubtype, readonly string[]> = {
  TCAT: ['3003', '20000'],
  UNIMARTC2C: ['2067', '20000'],
  FAMIC2C: ['3022', '20000'],
  INTERNATIONAL: ['20000'],
};

const NOT_COLLECTED_GROUPS: ReadonlySet<ParcelGroup> = new Set(['returning', 'returned', 'return-unclaimed', 'taken-back']);

export const isFinished = (subtype: DeliverySubtype, code: string): boolean => FINISHED_CODES[subtype].includes(code);
/** The code says that nobody collected the parcel. After `isGoingBack` the order decides (`wasNotCollected` of ordering). */
export const isNotCollected = (subtype: DeliverySubtype, code: string): boolean => NOT_COLLECTED_GROUPS.has(statusOf(subtype, code).group);

/**
 * Whether the parcel goes back to the shop by a code that does not say why: the buyer returned it, or nobody collected it
 * (3123, then 3124, 3125, 5008).
 */
export const isGoingBack = (subtype: DeliverySubtype, code: string): boolean => statusOf(subtype, code).group === 'customer-return';

/** Codes by which the carrier says that the parcel is lost or destroyed, so that the buyer does not get it. */
const LOST: Record<DeliverySubtype, ReadonlySet<string>> = {
  TCAT: new Set(['5002', '5006', '5007']),
  UNIMARTC2C: new Set(['2042', '7018', '7020']),
  FAMIC2C: new Set(['7006', '7007']),
  INTERNATIONAL: new Set(),
};
export const isLost = (subtype: DeliverySubtype, code: string): boolean => LOST[subtype].has(code);

const NOT_HANDED_OVER_GROUPS: ReadonlySet<ParcelGroup> = new Set(['processing', 'expired', 'cancelled', 'unknown']);

/**
 * Whether the carrier has or had the parcel: every known code except 300 and 310 (decisions.md 37 and 40), the carrier's
 * other codes before the hand-over (311, 7013, 7014) and its code for a cancelled parcel (9999).
 */
export const isHandedOver = (subtype: DeliverySubtype, code: string): boolean => !NOT_HANDED_OVER_GROUPS.has(statusOf(subtype, code).group);

/** A parcel that was destroyed at the store, and one that TCAT brought back to the shop. */
const LAST_CODES: ReadonlySet<string> = new Set(['7035', '5008']);

/** Whether no further report is expected, so the poller stops: the parcel is finished, back, destroyed, cancelled or expired. */
export function isFinal(subtype: DeliverySubtype, code: string): boolean {
  if (isFinished(subtype, code)) return true;
  const { group } = statusOf(subtype, code);
  return group === 'taken-back' || group === 'cancelled' || group === 'expired' || LAST_CODES.has(code);
}
