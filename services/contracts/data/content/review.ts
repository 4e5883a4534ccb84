import * as z from 'zod/mini';
import { AGE_GROUPS, REVIEW_BODY_LIMIT, REVIEW_IMAGES_LIMIT, REVIEW_SKIN_TYPES, REVIEW_SOURCES, REVIEW_TITLE_LIMIT } from '../../content-vocabulary.ts';
import { GENDERS } from '../../vocabulary.ts';
import { Picture, RelativeDay } from './parts.ts';

/** A review of the demonstration. Production starts with none. */
export const SeedReview = z.strictObject({
  /** stable, at most 40 letters, digits and hyphens */
  id: z.string().check(z.regex(/^[a-z0-9-]{3,40}$/)),
  productId: z.int().check(z.positive()),
  stars: z.int().check(z.minimum(1), z.maximum(5)),
  /** '' for none. A review without title and content counts in the average and is not listed. */
  title: z.string().check(z.maxLength(REVIEW_TITLE_LIMIT)),
  content: z.string().check(z.maxLength(REVIEW_BODY_LIMIT)),
  pictures: z.array(Picture).check(z.maxLength(REVIEW_IMAGES_LIMIT)),
  gender: z.nullable(z.enum(GENDERS)),
  ageGroup: z.nullable(z.enum(AGE_GROUPS)),
  skinType: z.nullable(z.enum(REVIEW_SKIN_TYPES)),
  /** family name and given name as `王小明`; pages show `王○明`, or `王○○` with `firstNameOnly` (decisions.md 97) */
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  firstNameOnly: z.boolean(),
  source: z.enum(REVIEW_SOURCES),
  /** of GLOBAL ones; https */
  sourceUrl: z.nullable(z.string().check(z.regex(/^https:\/\/\S+$/), z.maxLength(300))),
  /** shown as 已購買 */
  bought: z.boolean(),
  writtenAt: RelativeDay,
});
export type SeedReview = z.infer<typeof SeedReview>;
