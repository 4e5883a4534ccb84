import { INK_SOFT } from './palette.ts';
import { numbered, type Range } from './product-svg.ts';
import { document, room, rowOf } from './room.ts';
import { line, widthOf } from './type.ts';

const WIDTH = 1600;
const HEIGHT = 800;
const FLOOR = 640;
/** mm between two vessels, and the width of the gap */
const BETWEEN = 4;
const GAP = 62;

/** The eight products in a row with a gap for a ninth, 2 : 1: the picture of the 404 page. */
export function gapSvg(range: Range): string {
  const items = numbered(range);
  const scale = 1500 / items.reduce((sum, { width }) => sum + width + BETWEEN, GAP);
  const end = items.reduce((x, { width }) => x + (width + BETWEEN) * scale, 50);
  const row = rowOf(items, 50, FLOOR, scale, BETWEEN, 0.85);
  return document(WIDTH, HEIGHT, room('hydrate', WIDTH, HEIGHT, 590) + row + outline(end + (GAP * scale) / 2, scale));
}

/** The outline of the missing bottle with its number; `scale` is units per mm. */
function outline(x: number, scale: number): string {
  const half = 21 * scale;
  const [shoulder, neck, top] = [FLOOR - 62 * scale, FLOOR - 76 * scale, FLOOR - 104 * scale];
  const number = { face: 'serif', size: 18 * scale, fill: INK_SOFT } as const;
  const bottle = `M${x - half * 0.45} ${neck}V${top + 8}q0 -8 8 -8H${x + half * 0.45 - 8}q8 0 8 8V${neck}ZM${x - half * 0.45} ${neck}C${x - half} ${neck + 4} ${x - half} ${shoulder - 8} ${x - half} ${shoulder}V${FLOOR - 16}q0 14 14 14H${x + half - 14}q14 0 14 -14V${shoulder}C${x + half} ${shoulder - 8} ${x + half} ${neck + 4} ${x + half * 0.45} ${neck}`;
  return `<path d="${bottle}" fill="#fff" fill-opacity=".35" stroke="${INK_SOFT}" stroke-width="2.5" stroke-dasharray="10 8" stroke-linecap="round"/>${line(x - widthOf('09', number) / 2, FLOOR - 28 * scale, '09', number)}`;
}
