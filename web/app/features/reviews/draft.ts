import type { AgeGroup, Gender, ReviewSkinType } from '@nordhaut/contracts';
import { useMember } from '../../lib/stores/member.ts';
import { onTyped, typedBy } from '../../lib/typed-texts.ts';

/** What was typed into the form; kept over signing in. Images are files and have to be chosen anew. */
export type Draft = {
  stars: number;
  title: string;
  content: string;
  skinType: ReviewSkinType | '';
  gender: Gender | '';
  ageGroup: AgeGroup | '';
  firstNameOnly: boolean;
};

export const EMPTY: Draft = { stars: 0, title: '', content: '', skinType: '', gender: '', ageGroup: '', firstNameOnly: false };

/** What was typed before the former review came stays. Choices that the form did not show yet are those of the former review. */
export const withFormer = (typed: Draft, former: Draft): Draft =>
  typed === EMPTY
    ? former
    : {
        ...typed,
        skinType: typed.skinType || former.skinType,
        gender: typed.gender || former.gender,
        ageGroup: typed.ageGroup || former.ageGroup,
        firstNameOnly: typed.firstNameOnly || former.firstNameOnly,
      };

/** Only its own account sees it (lib/typed-texts.ts). */
const keyOf = (productId: number): string => typedBy(useMember.getState().member?.user_uid ?? '', `review-${productId}`);

/** Of a member whose session ended under the open form. The text was not sent yet, so it is in the memory of the page only. */
const remembered = new Map<string, Draft>();
onTyped((change) => change === 'forgotten' && remembered.clear());

/** Before the store loses the member. */
export const rememberDraft = (productId: number, draft: Draft): void => void remembered.set(keyOf(productId), draft);

export function readDraft(productId: number): Draft | undefined {
  try {
    return remembered.get(keyOf(productId)) ?? JSON.parse(sessionStorage.getItem(keyOf(productId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(productId: number, draft: Draft | undefined): void {
  remembered.delete(keyOf(productId));
  try {
    if (draft) sessionStorage.setItem(keyOf(productId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(productId));
  } catch {
    // Storage is refused: the form works without it.
  }
}
