import * as z from 'zod/mini';
import { EditorHtml, Line, Paragraph, Picture, RelativeDay, Slug } from './parts.ts';

/** A group of articles; `/blog?category={id}`. Id 9 is left out of the home page's carousel. */
export const SeedCategory = z.strictObject({ id: z.int().check(z.positive()), name: Line, description: Paragraph, sort: z.int() });
export type SeedCategory = z.infer<typeof SeedCategory>;

/** An article. The `h2` and `h3` of its body make its table of contents. */
export const SeedPost = z.strictObject({
  id: z.int().check(z.positive()),
  /** `post_title_en` of the specification as an address: `/blog/{slug}` */
  slug: Slug,
  title: Line,
  titleEn: Line,
  categoryId: z.int().check(z.positive()),
  summary: Paragraph,
  body: EditorHtml,
  banner: Picture,
  publishedAt: RelativeDay,
  /** last change of the text, if later */
  changedAt: z.optional(RelativeDay),
  published: z.boolean(),
  /** ids of recommended posts; empty: the fallback */
  recommended: z.array(z.int()),
  /** ids of related products */
  products: z.array(z.int()),
});
export type SeedPost = z.infer<typeof SeedPost>;
