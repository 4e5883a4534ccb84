import { draw, type Range } from './product-svg.ts';
import { document, stand } from './room.ts';
import type { Drawn } from './vessels.ts';

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

const numbered = (range: Range): Drawn[] =>
  range
    .filter(({ number }) => number)
    .sort((one, other) => Number(one.number) - Number(other.number))
    .map(draw);

/**
 * The eight numbered products in one line, a cut-out for the front page, in the order in which they are used. Every number and
 * label can be read, and each vessel is as large as the page has room for.
 */
export function groupSvg(range: Range): string {
  const items = numbered(range);
  const total = items.reduce((sum, { width }) => sum + width + BETWEEN, -BETWEEN);
  const scale = (WIDTH - 2 * MARGIN) / total;
  let end = MARGIN;
  const row = items.map((drawn) => {
    const x = end + (drawn.width / 2) * scale;
    end += (drawn.width + BETWEEN) * scale;
    return stand(drawn, x, FLOOR, scale, 0.85);
  });
  return document(WIDTH + SHADOW, HEIGHT, row.join(''));
}

/** Width of one of the eight parts, and the height of the picture: 8 : 3 (web, home.css). */
const PART = 200;
const TALL = 600;

/** The eight in one scale, each at the left of its own part: the front page shows one part beside each number. */
export function orderSvg(range: Range): string {
  const items = numbered(range);
  const scale = Math.min(...items.map(({ width, height }) => Math.min((PART - 30) / width, (TALL - 40) / height)));
  const parts = items.map((drawn, place) => stand(drawn, place * PART + 8 + (drawn.width / 2) * scale, TALL - 26, scale, 0.6));
  return document(8 * PART, TALL, parts.join(''));
}
