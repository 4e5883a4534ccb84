import * as z from 'zod/mini';
import { CAMPAIGN_TYPES } from '../../content-vocabulary.ts';
import { EditorHtml, Line, Paragraph, Picture, RelativeDay, Slug } from './parts.ts';

/** A campaign, the specification's *event*: `/event/{url}`. Its state follows from its days. */
export const SeedCampaign = z.strictObject({
  id: z.int().check(z.positive()),
  url: Slug,
  name: Line,
  summary: Paragraph,
  banner: Picture,
  /** first day */
  start: RelativeDay,
  /** last day; null: it has no end */
  end: z.nullable(RelativeDay),
  type: z.enum(CAMPAIGN_TYPES),
  /** of type CONTENT; '' otherwise */
  content: EditorHtml,
  /** of type PRODUCT: ids, or ALL for everything that is on sale; [] otherwise */
  products: z.union([z.literal('ALL'), z.array(z.int())]),
  /** a word on each card, for example 第二件 85 折; null: none */
  tag: z.nullable(Line),
  /** the code of a coupon (`coupon_uid`) that the page offers; null: none */
  couponUid: z.nullable(z.string().check(z.regex(/^[A-Z0-9_]{3,40}$/))),
});
export type SeedCampaign = z.infer<typeof SeedCampaign>;
