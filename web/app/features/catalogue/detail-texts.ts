import type { ProductDetail } from '@nordhaut/contracts';

/** Headings of the detail page. The heading font contains their glyphs (vite/heading-font.ts). Only loaders import this file. */
export const headings = {
  inSet: '組合內容',
  gifts: '隨附試用品',
  campaigns: '相關活動',
  voices: '用過的人怎麼說',
  ingredients: '全成分',
};

/** Where a skin's own ingredients come from (spec/1-catalogue-and-content §1); the brand story explains the two words. */
export const ORIGIN_LABELS = { HUMAN_IDENTICAL: '人體同源', BIOMIMETIC: '仿生' } as const;
export const ABOUT_ORIGINS = '標示「人體同源」的，是肌膚自己也會做的成分；「仿生」的，是向肌膚學來的做法。';

/** What to do with an opened product, by the months for which it can be used (spec/1-catalogue-and-content §5). */
export const shelfLife = (months: number | null, isSet: boolean): string => {
  if (months === null) return '不會因為開封而變質，收在乾燥的地方即可。';
  const from = isSet ? '每一瓶各自從開封那天算起，' : '';
  return `${from}請在 ${months} 個月內用完。把開封的日期寫在瓶底，放在照不到陽光的地方；還沒打開的，看包裝上的期限。`;
};

const monthAndDay = (day: string): string => day.slice(5).split('-').map(Number).join('/');
/** The product without a trial product says so itself (spec/1-catalogue-and-content §9). */
const UNCONDITIONAL = '七天無條件退貨';

type Assured = Pick<ProductDetail, 'available' | 'characters'> & { samples: readonly Pick<ProductDetail['samples'][number], 'sizes'>[] };

/** What a buyer can count on. A product that is sold out does not arrive. `arrival`: the expected days, `YYYY-MM-DD` */
export function assuredLines({ available, characters, samples }: Assured, { from, to }: { from: string; to: string }): string[] {
  const [sample] = samples;
  const gift = samples.length > 1 ? `附 ${samples.length} 份試用品` : sample && `附 ${sample.sizes[0]} ml 試用品`;
  return [
    ...(available ? [`預計 ${monthAndDay(from)}–${monthAndDay(to)} 到貨`] : []),
    characters.includes(UNCONDITIONAL) ? UNCONDITIONAL : '七天鑑賞期',
    ...(gift ? [gift] : []),
  ];
}
