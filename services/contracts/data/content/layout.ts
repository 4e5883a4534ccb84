import * as z from 'zod/mini';
import { Line, Link, Picture } from './parts.ts';

const Name = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/));

/** A slide of `Carousel-Pure-PC` and `Carousel-Pure-Mobile`. */
export const Slide = z.strictObject({
  img: Picture.shape.image,
  link: z.nullable(Link),
  alt: z.string().check(z.maxLength(120)),
  /** the group that a visitor's click is counted under, for example `brand`, `campaign` */
  category: z.string().check(z.maxLength(40)),
  /** words on the slide; '' for none */
  title: z.string().check(z.maxLength(60)),
  text: z.string().check(z.maxLength(120)),
});
export type Slide = z.infer<typeof Slide>;
export const Slides = z.array(Slide).check(z.maxLength(12));

/** `HOME_POPUP_INFO`. An empty `COOKIE_ID` shows nothing (decisions.md 106). */
export const HomePopup = z.strictObject({
  COOKIE_ID: z.string().check(z.maxLength(60)),
  pc_img: Picture.shape.image,
  mb_img: Picture.shape.image,
  alt: z.string().check(z.maxLength(120)),
  link: z.nullable(Link),
});
export type HomePopup = z.infer<typeof HomePopup>;

/**
 * A layout setting. The names with a fixed form: `Nav-Top` ARRAY [text, own path or '']; `HOME_POPUP_SWITCH` BOOLEAN;
 * `HOME_POPUP_INFO` JSON (`HomePopup`); `Carousel-Pure-PC` and `Carousel-Pure-Mobile` JSON (`Slides`).
 */
export const SeedLayoutSetting = z.discriminatedUnion('dataType', [
  z.strictObject({ name: Name, dataType: z.literal('ARRAY'), content: z.array(z.string().check(z.regex(/^[^|]*$/), z.maxLength(500))) }),
  z.strictObject({ name: Name, dataType: z.literal('JSON'), content: z.json() }),
  z.strictObject({ name: Name, dataType: z.literal('BOOLEAN'), content: z.boolean() }),
  z.strictObject({ name: Name, dataType: z.literal('TEXT'), content: z.string().check(z.maxLength(2_000)) }),
]);
export type SeedLayoutSetting = z.infer<typeof SeedLayoutSetting>;

/** An own path or '' for a banner without a link. */
export const NavTop = z.tuple([Line, z.union([Link, z.literal('')])]);
