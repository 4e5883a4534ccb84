import type { CareStep, SkinTypePage } from '@nordhaut/contracts';

/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  usual: '您是否常有這些狀況？',
  care: '建議的保養順序',
  careAgain: '今天就可以開始的幾瓶',
  guarantees: '每一瓶都有的四個保證',
  air: '德國製造，空運來台',
  pure: '無色素、無礦物油',
  trial: '先附試用，不合可退',
  certified: '歐盟 GMP 與 ISO',
  others: '看看其他膚質',
};

export const CHECK = '看結果';

/** The colour of each page. */
export const TONES: Readonly<Record<SkinTypePage, CareStep>> = {
  sensitive: 'hydrate',
  dry: 'lock',
  combination: 'func',
  fragile: 'cleanse',
};
