import * as z from 'zod/mini';

/** An address: lower-case letters, digits and hyphens. */
export const Slug = z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), z.maxLength(100));

/**
 * A day relative to the day of seeding, in Taipei, so that seed data never grow old. `time` is a time of day in Taipei. A
 * campaign begins at 00:00 of its first day and ends at 24:00 of its last day, so it has no `time`.
 */
export const RelativeDay = z.strictObject({
  daysFromNow: z.int().check(z.minimum(-3650), z.maximum(3650)),
  time: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))),
});
export type RelativeDay = z.infer<typeof RelativeDay>;

/**
 * A drawn picture: its path below `/img/content/` without width and extension, for example `post/why-ph`. The files are
 * `{path}-{width}.{avif|webp|png}` in the widths of the product pictures. `alt` says what is to be seen; '' is decoration.
 */
export const Picture = z.strictObject({
  image: z.string().check(z.regex(/^[a-z0-9]+(?:[-/][a-z0-9]+)*$/), z.maxLength(120)),
  alt: z.string().check(z.maxLength(120)),
});
export type Picture = z.infer<typeof Picture>;

export const Line = z.string().check(z.trim(), z.minLength(1), z.maxLength(120));
export const Paragraph = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000));

/**
 * HTML of an editor, with links as `<a href>` or `[text](address)`. It is sanitised when written (decisions.md 107):
 * h2–h4, p, lists, emphasis, tables, figures; `href` https, mailto or an own path; `img src` an own path.
 */
export const EditorHtml = z.string().check(z.maxLength(60_000));

/** An own path (`/product`), https or mailto. */
export const Link = z.string().check(z.regex(/^(?:\/(?![/\\])|https:\/\/|mailto:)[^\s"'<>\\]*$/), z.maxLength(500));
