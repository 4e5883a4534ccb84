import { compact } from '@nordhaut/contracts';
import districts from '@nordhaut/contracts/data/taiwan-districts.json' with { type: 'json' };

/** County → district → three digits (providers §9.2). */
const TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = districts;

/** Writes 台 as 臺, and removes the country and the postal code before the county, as browsers fill them in. */
const normalise = (text: string): string =>
  compact(text)
    .replaceAll('台', '臺')
    .replace(/^\P{Script=Han}+/u, '')
    .replace(/^臺灣省?/, '');

const COUNTIES = Object.entries(TABLE).map(
  ([county, rows]) =>
    [
      normalise(county),
      // Longest first, because a name may begin with another one.
      Object.entries(rows)
        .map(([district, zip]) => [normalise(district), zip] as const)
        .toSorted(([a], [b]) => b.length - a.length),
    ] as const,
);

/** The three-digit code of a district of a county; empty where there is no such district. */
export function districtZip(county: string, district: string): string {
  const rows = COUNTIES.find(([name]) => name === normalise(county))?.[1];
  return rows?.find(([name]) => name === normalise(district))?.[1] ?? '';
}

/** County and district at the start of a Taiwanese address, with the district's row of the table. */
function placeOf(address: string) {
  const text = normalise(address);
  const county = COUNTIES.find(([name]) => text.startsWith(name));
  if (county === undefined) return undefined;
  const [name, rows] = county;
  const rest = text.slice(name.length);
  return { county: name, rows, row: rows.find(([district]) => rest.startsWith(district)) };
}

/** County and district of a Taiwanese address; empty where it does not begin with a county. */
export function districtOf(address: string): string {
  const place = placeOf(address);
  return place === undefined ? '' : place.county + (place.row?.[0] ?? '');
}

/**
 * The three-digit code of a Taiwanese address that begins with its county; empty where none matches. All districts of
 * 新竹市 and of 嘉義市 have the same code, so the county is enough there.
 */
export function localZip(address: string): string {
  const place = placeOf(address);
  if (place === undefined) return '';
  if (place.row !== undefined) return place.row[1];
  const codes = new Set(place.rows.map(([, zip]) => zip));
  return codes.size === 1 ? ([...codes][0] ?? '') : '';
}
