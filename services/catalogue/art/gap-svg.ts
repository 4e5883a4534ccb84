import { INK_SOFT } from './palette.ts';
import { draw, type Range } from './product-svg.ts';
import { document, room, stand } from './room.ts';
import { line, widthOf } from './type.ts';

const WIDTH = 1600;
const HEIGHT = 900;
const FLOOR = 745;
/** mm between two vessels, and the room that the missing one leaves */
const BETWEEN = 4;
const GAP = 30;

/** The eight in a row, 16 : 9, and the empty place of a ninth: the picture of a page that does not exist. */
export function gapSvg(range: Range): string {
  const items = range
    .filter(({ number }) => number)
    .sort((a, b) => Number(a.number) - Number(b.number))
    .map(draw);
  const total = items.reduce((sum, { width }) => sum + width + BETWEEN, GAP);
  const scale = 1500 / total;
  let x = 50;
  const row = items.map((item) => {
    const at = x + (item.width * scale) / 2;
    x += (item.width + BETWEEN) * scale;
    return stand(item, at, FLOOR, scale, 0.85);
  });
  const [left, width] = [x, GAP * scale];
  const number = { face: 'serif', size: 64, fill: INK_SOFT } as const;
  const place = `<ellipse cx="${left + width / 2}" cy="${FLOOR}" rx="${width * 0.36}" ry="11" fill="none" stroke="${INK_SOFT}" stroke-width="3" stroke-dasharray="9 8"/>${line(left + (width - widthOf('09', number)) / 2, FLOOR - 40, '09', number)}`;
  return document(WIDTH, HEIGHT, room('hydrate', WIDTH, HEIGHT, 690) + row.join('') + place);
}
