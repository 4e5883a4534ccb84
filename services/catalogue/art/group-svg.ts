import { inLine, numbered, type Range } from './product-svg.ts';
import { document, stand } from './room.ts';

/** The group's width, and the room for its shadow, which falls to the right. */
const WIDTH = 1600;
const SHADOW = 112;
/** 80 : 41 without the shadow, 428 : 205 with it (web, hero.css) */
const HEIGHT = 820;
const FLOOR = 756;
/** Units left free on both sides of the group. */
const MARGIN = 16;
/** mm from one vessel to the next */
const BETWEEN = 4.4;

/**
 * The eight numbered products in one line, a cut-out for the front page, in the order in which they are used. Every number and
 * label can be read, and each vessel is as large as the page has room for.
 */
export const groupSvg = (range: Range): string =>
  document(WIDTH + SHADOW, HEIGHT, inLine(numbered(range), { from: MARGIN, to: WIDTH - MARGIN, floor: FLOOR, between: BETWEEN }));

/** 01 to 04 for the width of a phone, at about double the size that the eight would have there; 5 : 4 (web, hero.css). */
export const firstFourSvg = (range: Range): string =>
  document(1_200, 960, inLine(numbered(range).slice(0, 4), { from: 60, to: 1_140, floor: 900, between: 9 }));

/** Width of one of the eight parts, which has room for the shadow, and the height of the picture: 4 : 1 (web, home.css). */
const PART = 300;
const TALL = 600;

/** Widths of a vessel from its left side to the end of its shadow. */
const SHADE = 1.68;

/** The eight in one scale, each at the left of its own part and down to its lower edge: the front page shows one part beside each number. */
export function orderSvg(range: Range): string {
  const items = numbered(range);
  const scale = Math.min(...items.map(({ width, height }) => Math.min((PART - 10) / (width * SHADE), (TALL - 14) / height)));
  const parts = items.map((drawn, place) =>
    stand(drawn, place * PART + 10 + (drawn.width / 2) * scale, TALL - drawn.below * scale, scale, 0.6),
  );
  return document(8 * PART, TALL, parts.join(''));
}
