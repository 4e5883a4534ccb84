import type { PhoneArea } from '../vocabulary.ts';

/** The destinations of international parcels (providers §9.3). They have no postal codes. */
export const OVERSEAS = ['香港', '澳門'] as const;

/** The usual dialling code of each destination. */
export const PHONE_AREA_OF: Readonly<Record<string, PhoneArea>> = { 香港: '+852', 澳門: '+853' };

/** Hong Kong's districts and their sub-areas. Macau has none. */
export const HONG_KONG: Readonly<Record<string, readonly string[]>> = {
  港島: ['中西區', '灣仔區', '東區', '南區'],
  九龍: ['油尖旺區', '深水埗區', '九龍城區', '黃大仙區', '觀塘區'],
  新界: ['荃灣區', '屯門區', '元朗區', '北區', '大埔區', '西貢區', '沙田區', '葵青區', '離島區'],
};

export const isOverseas = (city: string): boolean => OVERSEAS.some((place) => place === city);
