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

/** Where the two rows of a phone's group begin and end, and where they stand in a picture of 1200 by 1040 units (web, hero.css). */
const BACK = { from: 84, to: 1_096, floor: 556, shade: 0.7 };
const FRONT = { from: 104, to: 1_076, floor: 1_000, shade: 0.85 };
/** The height of the tallest vessel. It leaves 40 px between the rows on a phone. */
const HIGHEST = 545;

/** The eight for the width of a phone: 01 to 04, and 05 to 08 below them, in one scale. */
export function twoRowsSvg(range: Range): string {
  const items = numbered(range);
  const scale = HIGHEST / Math.max(...items.map(({ height }) => height));
  return document(1_200, 1_040, spread(items.slice(0, 4), scale, BACK) + spread(items.slice(4), scale, FRONT));
}

/** A row with equal gaps from one end to the other. */
function spread(items: readonly Drawn[], scale: number, { from, to, floor, shade }: typeof BACK): string {
  const gap = (to - from - items.reduce((sum, { width }) => sum + width * scale, 0)) / (items.length - 1);
  let end = from;
  const row = items.map((drawn) => {
    const x = end + (drawn.width * scale) / 2;
    end += drawn.width * scale + gap;
    return stand(drawn, x, floor, scale, shade);
  });
  return row.join('');
}

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
