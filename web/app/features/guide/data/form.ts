import type { CareStep, UsageTime } from '@nordhaut/contracts';

/** A product of the usage guide (spec/1-catalogue-and-content §3). Names and pictures of the product come from the catalogue. */
export type GuideEntry = {
  productId: number;
  /** "01" to "08"; 手 for the hand care */
  number: string;
  category: CareStep;
  function: string;
  /** `name`: a group of skin types; null: not in this season */
  sections: readonly { name: string; summer: UsageTime | null; winter: UsageTime | null; other: string | null }[];
  /** `picture`: a drawing of `web/public/img/drawn` */
  steps: readonly { text: string; picture: string }[];
};
