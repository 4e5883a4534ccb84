import type { FastifyInstance } from 'fastify';
import districts from '@nordhaut/contracts/data/taiwan-districts.json' with { type: 'json' };
import { json, send } from './http.ts';

const COUNTIES: Record<string, Record<string, string>> = districts;
const plain = (text: string) => text.replaceAll('台', '臺').replaceAll(/\s/g, '');

/** The 3-digit code of the county and district at the start of an address. The county may be omitted if the district's name is unique. */
export function districtCode(address: string): string | undefined {
  const wanted = plain(address).replace(/^\d{3,6}/, '');
  const county = Object.keys(COUNTIES).find((name) => wanted.startsWith(name));
  if (county) return byDistrict(county, wanted.slice(county.length));
  const found = Object.keys(COUNTIES).flatMap((name) => byDistrict(name, wanted) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

const byDistrict = (county: string, rest: string): string | undefined =>
  Object.entries(COUNTIES[county] ?? {}).find(([district]) => rest.startsWith(district))?.[1];

/**
 * The postal-code service (providers §9.1). The real service answers five digits. The simulator has only the three digits of
 * the district, and appends `00`, which no street has.
 */
export function zipRoute(app: FastifyInstance): void {
  app.get<{ Querystring: { adrs?: string } }>('/zip5json.py', (request, reply) => {
    const adrs = String(request.query.adrs ?? '');
    const code = districtCode(adrs);
    const zipcode = code ? `${code}00` : '';
    const found = zipcode + plain(adrs);
    return send(
      reply.header('access-control-allow-origin', '*'),
      json({
        adrs,
        zipcode,
        zipcode6: '',
        new_adrs: code ? found : '',
        new_adrs2: code ? found : '',
        new_adrs6: '',
        new_adrs6_2: '',
        dataver: '11208',
        dataver6: '11505',
      }),
    );
  });
}
