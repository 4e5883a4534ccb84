import { draw, type Range } from './product-svg.ts';
import { document, stand } from './room.ts';

/** The group's width, and the room for its shadow, which falls to the right. */
const WIDTH = 1600;
const SHADOW = 112;
/** 25 : 16 without the shadow, 107 : 64 with it (web, hero.css) */
const HEIGHT = 1024;
/** Where the two rows stand. The near one is lower, because the camera is slightly above. */
const FAR = 932;
const NEAR = 985;
/** Units left free on both sides of the group. */
const MARGIN = 16;
/** From left to right in the order of use, with the mm from the vessel before: less than nothing where one stands in front of the other. */
const PLACES: readonly (readonly [number: string, mm: number])[] = [
  ['01', 0],
  ['02', 0],
  ['03', -1],
  ['04', -1],
  ['05', -1],
  ['06', 1],
  ['07', -1],
  ['08', -2],
];
/** They stand in the near row. */
const SMALL = ['03', '05', '06', '08'];

/**
 * The eight numbered products as a group, a cut-out for the front page, in the order in which they are used. Every number and
 * label can be read, and each vessel is as large as the page has room for.
 */
export function groupSvg(range: Range): string {
  const items = PLACES.flatMap(([number, from]) => {
    const product = range.find((candidate) => candidate.number === number);
    return product ? [{ drawn: draw(product), from, isNear: SMALL.includes(number) }] : [];
  });
  const total = items.reduce((sum, { drawn, from }) => sum + drawn.width + from, 0);
  const scale = (WIDTH - 2 * MARGIN) / total;
  let end = MARGIN;
  const placed = items.map(({ drawn, from, isNear }) => {
    const x = end + (from + drawn.width / 2) * scale;
    end += (from + drawn.width) * scale;
    return { isNear, svg: stand(drawn, x, isNear ? NEAR : FAR, scale, 0.85) };
  });
  const row = (near: boolean): string =>
    placed
      .filter(({ isNear }) => isNear === near)
      .map(({ svg }) => svg)
      .join('');
  return document(WIDTH + SHADOW, HEIGHT, row(false) + row(true));
}
