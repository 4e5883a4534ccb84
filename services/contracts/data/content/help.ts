import * as z from 'zod/mini';
import { USAGE_TIMES } from '../../content-vocabulary.ts';
import { CARE_STEPS } from '../../vocabulary.ts';
import { Line, Paragraph, Picture, Slug } from './parts.ts';

/** A product of `/product-instruction`. */
export const SeedUsageGuide = z.strictObject({
  productId: z.int(),
  /** "01" to "08"; 手 for the hand care */
  number: z.string().check(z.regex(/^(?:0[1-8]|手)$/)),
  category: z.enum(CARE_STEPS),
  function: Paragraph,
  /** one for each group of skin types */
  sections: z.array(
    z.strictObject({
      title: Line,
      summer: z.nullable(z.enum(USAGE_TIMES)),
      winter: z.nullable(z.enum(USAGE_TIMES)),
      other: z.nullable(Paragraph),
    }),
  ),
  steps: z.array(z.strictObject({ text: Paragraph, picture: Picture })),
});
export type SeedUsageGuide = z.infer<typeof SeedUsageGuide>;

export const SeedFaqCategory = z.strictObject({ key: Slug, name: Line, sort: z.int() });
export type SeedFaqCategory = z.infer<typeof SeedFaqCategory>;

/** A question with its answer. In `a` a newline is a line break and `[text](address)` a link. */
export const SeedFaqEntry = z.strictObject({
  id: Slug,
  /** `key` of its category */
  category: Slug,
  q: Line,
  a: Paragraph,
  imgs: z.array(Picture),
  /** on phones, in place of `imgs`; empty: the same */
  imgs_m: z.array(Picture),
});
export type SeedFaqEntry = z.infer<typeof SeedFaqEntry>;
