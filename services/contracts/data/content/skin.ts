import * as z from 'zod/mini';
import { SKIN_TYPE_PAGES } from '../../content-vocabulary.ts';
import { CARE_STEPS } from '../../vocabulary.ts';
import { Line, Paragraph, Picture, Slug } from './parts.ts';

/** What a product is made of, explained once for all pages and the search. */
export const SeedIngredient = z.strictObject({
  id: Slug,
  inci: Line,
  nameZh: Line,
  /** human-identical 人體同源, biomimetic 仿生, or neither */
  origin: z.enum(['HUMAN_IDENTICAL', 'BIOMIMETIC', 'OTHER']),
  purpose: Line,
  text: Paragraph,
});
export type SeedIngredient = z.infer<typeof SeedIngredient>;

const Titled = z.strictObject({ title: Line, text: Paragraph, picture: z.nullable(Picture) });

/** The page `/skin-type/{type}`. */
export const SeedSkinType = z.strictObject({
  type: z.enum(SKIN_TYPE_PAGES),
  title: Line,
  teaser: Line,
  titleEn: Line,
  intro: Paragraph,
  banner: Picture,
  /** 3 or 4 usual conditions with an icon */
  usualSkin: z.array(z.strictObject({ name: Line, picture: Picture })).check(z.minLength(3), z.maxLength(4)),
  /** the recommended care in order; `must` true 必須, false 非必須, null no badge */
  care: z.array(z.strictObject({ productId: z.int(), step: z.enum(CARE_STEPS), must: z.nullable(z.boolean()) })),
  problemTitle: Line,
  /** a list with image, title and text, or a list to compare oneself with (two pictures: at first, and with the pointer on it) */
  problems: z.union([
    z.strictObject({ kind: z.literal('problems'), list: z.array(Titled) }),
    z.strictObject({ kind: z.literal('evaluate'), list: z.array(z.strictObject({ title: Line, picture: Picture, hover: Picture })) }),
  ]),
  /** the sensitive page's symptoms; 2 or more suggest sensitive skin; null on the other pages */
  selfCheck: z.nullable(z.strictObject({ question: Line, symptoms: z.array(Line), result: Paragraph, otherwise: Paragraph })),
  fix: z.strictObject({ title: Line, text: Paragraph, steps: z.array(Titled) }),
});
export type SeedSkinType = z.infer<typeof SeedSkinType>;
