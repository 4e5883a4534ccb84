import type { CareStep, SkinTypePage } from '@nordhaut/contracts';

/** `picture`: a drawing of `web/public/img/drawn`. */
export type Titled = { title: string; text: string; picture: string };

/** A skin-type page (spec/1-catalogue-and-content §2, "Skin-type page"; §3). */
export type SkinDefinition = {
  type: SkinTypePage;
  title: string;
  titleEn: string;
  intro: string;
  /** sets the colour of the page */
  tone: CareStep;
  usualSkin: readonly { name: string; picture: string }[];
  /** the recommended care in order; `must` true 必須, false 非必須, null no badge */
  care: readonly { productId: number; must: boolean | null }[];
  problemTitle: string;
  problemText: string;
  problems:
    | { kind: 'problems'; list: readonly Titled[] }
    /** what one can compare oneself with: the second picture appears with the pointer on it */
    | { kind: 'evaluate'; list: readonly { title: string; picture: string; hover: string }[] };
  /** of the sensitive page: two or more symptoms suggest sensitive skin */
  selfCheck: { question: string; symptoms: readonly string[]; result: string; otherwise: string } | null;
  fix: { title: string; text: string; steps: readonly Titled[] };
};
