import { headings } from './messages.ts';

/** The four brand commitments. Only loaders import this file, so that no script contains the texts. */
export const PROMISES: readonly (readonly [promise: string, text: string])[] = [
  [headings.air, '在德國小批次生產，以空運保持新鮮，每一瓶都能查到批號。'],
  [headings.pure, '不添加色素與礦物油，每一種成分都列在商品頁。'],
  [headings.trial, '先用試用品確認膚況，正品未拆封即可於七天內退貨。'],
  [headings.certified, '生產與品管依歐盟 GMP 與 ISO 標準進行。'],
];
