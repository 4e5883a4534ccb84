import type { SeedProduct } from '../data/seed-product.ts';
import { labelOf } from './label-texts.ts';
import { lookOf } from './looks.ts';
import { INK, INK_SOFT, PLATE, TINTS } from './palette.ts';
import { document, plinth, room, rowOf, shadeOf, stand, widthOfRow } from './room.ts';
import type { SceneKind } from './scenes.ts';
import { line } from './type.ts';
import { carton, type Drawn, drawVessel } from './vessels.ts';

/** Units of a square picture. */
export const SIDE = 1200;

/** The other products that a picture may show: for sets and for the order of use. */
export type Range = readonly SeedProduct[];

export const draw = (product: SeedProduct): Drawn =>
  drawVessel(lookOf(product), { label: labelOf(product), tint: TINTS[product.step].label }, product.sizes[0]);

/** Draws a product in a scene as an SVG document. Pure. It needs no fonts: every letter is an outline. */
export function productSvg(product: SeedProduct, scene: Exclude<SceneKind, 'texture'>, range: Range): string {
  switch (scene) {
    case 'hero':
      return document(SIDE, SIDE, plate() + standing(product, range));
    case 'cutout':
      return document(SIDE, SIDE, standing(product, range));
    case 'carton':
      return cartonScene(product);
    case 'order':
      return orderScene(product, range);
  }
}

/** The ground of all products: one flat colour, so that a picture continues its plate on the page. */
const plate = (): string => `<rect width="${SIDE}" height="${SIDE}" fill="${PLATE}"/>`;
/** Where each product stands, so that the feet of a row are on one line. */
const FOOT = 1_050;
/** Three quarters of the plate. */
const TALLEST = 912;
/** What a travel size has at least: 55 % of the plate. */
const LEAST = 660;
/** Units per mm that a small vessel has at most: next to a large one it stays a little smaller. */
const LARGEST = 11.4;
const WIDEST = 600;
/** A tile of a list cuts 67 units from each side of a picture. Between these two are the vessels and their shadows. */
const FIRST = 160;
const LAST = 1_118;

function standing(product: SeedProduct, range: Range): string {
  if (product.setItems) return setStanding(drawings(product, range));
  const drawn = draw(product);
  const scale = Math.min(tallOf(product, range) / drawn.height, WIDEST / drawn.width, LARGEST);
  return stand(drawn, besideShade((drawn.width / 2) * scale, shadeOf(drawn)), FOOT, scale);
}

/**
 * How tall a product is drawn beside the others of its care step, which stand in one row of a list: a low vessel is lower there too,
 * but by less than in its true size, so that its label can be read.
 */
function tallOf(product: SeedProduct, range: Range): number {
  if (isSample(product)) return TALLEST;
  const row = range.filter((other) => other.step === product.step && !other.setItems && !isSample(other));
  const highest = Math.max(...[product, ...row].map((other) => draw(other).height));
  return Math.max(LEAST, TALLEST * (draw(product).height / highest) ** 0.75);
}
const isSample = ({ price }: SeedProduct): boolean => price[0] === 0;

/** The middle of a vessel: that of the plate, or so far to the left that the end of its shadow is still on a tile. */
const besideShade = (half: number, shade: number): number => Math.min(600, LAST - half * (1 + shade));

/** The product, or the items of a set. */
const drawings = (product: SeedProduct, range: Range): Drawn[] =>
  (product.setItems?.flatMap((id) => range.filter((other) => other.id === id)) ?? [product]).map(draw);

function setStanding(items: readonly Drawn[]): string {
  const gap = items.length > 3 ? 5 : 9;
  const total = widthOfRow(items, gap);
  const last = items.at(-1);
  const shade = last ? (last.width / 2) * shadeOf(last) : 0;
  const scale = Math.min(870 / total, (LAST - FIRST) / (total + shade), 800 / Math.max(...items.map(({ height }) => height)));
  return rowOf(items, Math.min(600 - (total * scale) / 2, LAST - (total + shade) * scale), FOOT, scale, gap, 0.8);
}

function cartonScene(product: SeedProduct): string {
  const drawn = draw(product);
  const w = drawn.width * 1.05 + 4,
    h = Math.max(drawn.height + 8, w * 1.2);
  const box = carton(w, h, w * 0.42, { label: labelOf(product), tint: TINTS[product.step].label });
  const scale = Math.min(760 / box.height, 900 / (box.width + drawn.width * 1.02));
  const y = 1010;
  const total = (box.width + drawn.width + 5) * scale;
  const left = 600 - total / 2;
  return document(
    SIDE,
    SIDE,
    plate() +
      stand(box, left + total - (box.width * scale) / 2, y - 34, scale, 0.9) +
      stand(drawn, left + (drawn.width * scale) / 2, y, scale),
  );
}

function orderScene(product: SeedProduct, range: Range): string {
  const numbered = range.filter(({ number }) => number).sort((a, b) => Number(a.number) - Number(b.number));
  const shelf = (items: Range, y: number) => {
    const cells = items.map((item, i) => {
      const drawn = draw(item);
      const x = 150 + i * 300;
      const scale = Math.min(3.05, 240 / drawn.width);
      const self = item.id === product.id;
      const light = self ? `<ellipse cx="${x}" cy="${y - 190}" rx="250" ry="330" fill="url(#spot)"/>` : '';
      return `${light}<g opacity="${self ? 1 : 0.34}">${stand(drawn, x, y, scale, 0.7)}</g>`;
    });
    const board = `<rect x="0" y="${y + 3}" width="${SIDE}" height="20" fill="#fff"/><rect x="0" y="${y + 23}" width="${SIDE}" height="5" fill="${INK}" opacity=".1"/><rect x="0" y="${y + 24}" width="${SIDE}" height="40" fill="url(#fall)" transform="rotate(180 600 ${y + 44})"/>`;
    return board + cells.join('');
  };
  return document(
    SIDE,
    SIDE,
    `<defs><radialGradient id="spot"><stop offset="0" stop-color="#fff"/><stop offset=".45" stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><rect width="${SIDE}" height="${SIDE}" fill="${PLATE}"/>${shelf(numbered.slice(0, 4), 545)}${shelf(numbered.slice(4), 1090)}`,
  );
}

/** 1200 × 630 for shared links: the name beside the product. */
export function shareSvg(product: SeedProduct, range: Range): string {
  const step = product.step;
  const text = [
    line(90, 130, 'NORDHAUT', { face: 'serif', size: 34, fill: INK, tracking: 0.12 }),
    line(90, 350, product.nameZh.replace(/ 七天試用品$/, ''), { face: 'serif', size: 76, fill: INK, maxWidth: 540 }),
    line(92, 412, product.nameEn.toUpperCase(), { face: 'sans', size: 25, fill: INK_SOFT, tracking: 0.14, maxWidth: 540 }),
  ].join('');
  const items = drawings(product, range);
  const total = widthOfRow(items, 5);
  const scale = Math.min(480 / Math.max(...items.map(({ height }) => height)), 470 / total);
  const row = rowOf(items, 905 - (total * scale) / 2, 556, scale, 5, 0.9);
  return document(1200, 630, room(step, 1200, 630, 490) + plinth(step, 905, 552, items.length > 1 ? 275 : 215, 34) + row + text);
}

/** 1200 × 630 for links to pages without a picture of their own: the eight in order under the name. */
export function shareRangeSvg(range: Range): string {
  const text = [
    line(700, 150, 'NORDHAUT', { face: 'serif', size: 56, fill: INK, tracking: 0.12 }),
    line(703, 206, 'VON 01 BIS 08', { face: 'sans', size: 25, fill: INK_SOFT, tracking: 0.14 }),
  ].join('');
  return document(
    1200,
    630,
    room('hydrate', 1200, 630, 490) + inLine(numbered(range), { from: 70, to: 1_130, floor: 572, between: 7 }) + text,
  );
}

/**
 * All eight in a row, 16 : 9. `inRoom`: with a background, for links to the shop; otherwise a cut-out for the
 * front page.
 */
export const rangeSvg = (range: Range, inRoom: boolean): string =>
  document(
    1600,
    900,
    (inRoom ? room('hydrate', 1600, 900, 693) : '') + inLine(numbered(range), { from: 60, to: 1_540, floor: 800, between: 7 }),
  );

/** The numbered products in order of use. */
export const numbered = (range: Range): Drawn[] =>
  range
    .filter(({ number }) => number)
    .sort((one, other) => Number(one.number) - Number(other.number))
    .map(draw);

type Line = { from: number; to: number; floor: number; between: number };

/** Side by side in one scale, from one end to the other. `between`: mm from one vessel to the next. */
export function inLine(items: readonly Drawn[], { from, to, floor, between }: Line): string {
  return rowOf(items, from, floor, (to - from) / widthOfRow(items, between), between, 0.85);
}
