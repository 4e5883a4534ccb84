import type { PhoneArea } from '@nordhaut/contracts';
import districtsUrl from '@nordhaut/contracts/data/taiwan-districts.json?url';

/** Where international parcels go (providers §9.3). Neither place uses postal codes. */
export const OVERSEAS = ['香港', '澳門'] as const;

/** Who lives there most likely has a number from there. */
export const PHONE_AREA_OF: Readonly<Record<string, PhoneArea>> = { 香港: '+852', 澳門: '+853' };

/** Hong Kong's districts and their sub-areas; Macau needs neither. */
export const HONG_KONG: Readonly<Record<string, readonly string[]>> = {
  港島: ['中西區', '灣仔區', '東區', '南區'],
  九龍: ['油尖旺區', '深水埗區', '九龍城區', '黃大仙區', '觀塘區'],
  新界: ['荃灣區', '屯門區', '元朗區', '北區', '大埔區', '西貢區', '沙田區', '葵青區', '離島區'],
};

/** County → district → three-digit postal code. */
export type Districts = Readonly<Record<string, Readonly<Record<string, string>>>>;

let loading: Promise<Districts> | undefined;

/** The county table: data and no script, fetched when an address in Taiwan is asked for and not before. */
export function loadDistricts(): Promise<Districts> {
  loading ??= fetch(districtsUrl).then((answer) => {
    if (!answer.ok) throw new Error(`the county table was answered with ${answer.status}`);
    return answer.json() as Promise<Districts>;
  });
  // A failed fetch must not stay for ever: the next one who asks tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
