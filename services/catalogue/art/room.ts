import type { CareStep } from '@nordhaut/contracts';
import { INK, MATERIALS, TINTS } from './palette.ts';
import type { Drawn } from './vessels.ts';

const n = (value: number) => Number(value.toFixed(2));

const shadow = (x: number, y: number, rx: number, ry: number, opacity: number) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="url(#shadow)" opacity="${n(opacity)}"/>`;

/** An SVG document with the materials in it. */
export function document(width: number, height: number, content: string): string {
  const blurs = [1, 2, 4, 9]
    .map((by) => `<filter id="blur${by}" x="-15%" y="-15%" width="130%" height="130%"><feGaussianBlur stdDeviation="${by}"/></filter>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${MATERIALS}${blurs}</defs>${content}</svg>`;
}

/**
 * Wall and floor in a step's tint; the floor begins at y. Both are flat, because a gradient between two
 * similar tints shows bands. Only the edge between them is soft. Ids contain the tint, because one document may have
 * two rooms.
 */
export function room(step: CareStep, width: number, height: number, y: number): string {
  const { wall, ground } = TINTS[step];
  const bend = height * 0.02;
  return `<defs><linearGradient id="bend-${step}" x2="0" y2="1"><stop offset="0" stop-color="${wall}"/><stop offset="1" stop-color="${ground}"/></linearGradient></defs>
  <rect width="${width}" height="${height}" fill="${wall}"/>
  <rect y="${n(y)}" width="${width}" height="${n(height - y)}" fill="${ground}"/>
  <rect y="${n(y - bend)}" width="${width}" height="${n(bend)}" fill="url(#bend-${step})"/>`;
}

/** A low round stone on which a product stands; its top is centred on x, y. */
export function plinth(step: CareStep, x: number, y: number, r: number, depth: number): string {
  const { plinth: stone, plinthDark } = TINTS[step];
  const ry = r * 0.13;
  return `<defs><linearGradient id="stone-${step}"><stop offset="0" stop-color="${plinthDark}"/><stop offset=".22" stop-color="${stone}"/><stop offset=".4" stop-color="#fff"/><stop offset=".62" stop-color="${stone}"/><stop offset="1" stop-color="${plinthDark}"/></linearGradient>
  <radialGradient id="top-${step}" cx=".36" cy=".35" r=".8"><stop offset="0" stop-color="#fff"/><stop offset=".6" stop-color="${stone}"/><stop offset="1" stop-color="${plinthDark}" stop-opacity=".9"/></radialGradient></defs>
  ${shadow(x + r * 0.12, y + depth + ry * 0.5, r * 1.24, ry * 1.6, 0.3)}
  <path d="M${n(x - r)} ${n(y)}V${n(y + depth)}A${n(r)} ${n(ry)} 0 0 0 ${n(x + r)} ${n(y + depth)}V${n(y)}Z" fill="url(#stone-${step})"/>
  <ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r)}" ry="${n(ry)}" fill="url(#top-${step})"/>`;
}

/** How far a shadow falls beyond the right side of a vessel, as a part of its half width: a low one has a short shadow. */
export const shadeOf = ({ width, height, foot }: Drawn): number => (foot ? 0.45 : Math.min(1.35, (0.8 * height) / width));

/**
 * Places a drawing on the ground at x, y with its shadow to the right. `scale` is units per mm. A drawing with its own
 * foot, such as a box, has its own shadow.
 */
export function stand(drawn: Drawn, x: number, y: number, scale: number, shade = 1): string {
  const half = (drawn.width * scale) / 2;
  const reach = shadeOf(drawn);
  const place = `translate(${n(x)} ${n(y)}) scale(${n(scale)})`;
  const under = drawn.foot
    ? `<g transform="${place}" fill="${INK}"><path d="${drawn.foot.fall}" opacity="${n(0.16 * shade)}" filter="url(#blur2)"/><path d="${drawn.foot.contact}" opacity="${n(0.5 * shade)}" filter="url(#blur1)"/></g>`
    : shadow(x + half * (reach / 2 - 0.075), y - 2, half * (1.075 + reach / 2), half * 0.26 + 6, 0.3 * shade) +
      shadow(x + half * 0.08, y + 1, half * 1.2, half * 0.17 + 5, 0.6 * shade);
  return `${under}<g transform="${place}">${drawn.svg}</g>`;
}

/** mm that drawings side by side take. `between`: mm from one to the next */
export const widthOfRow = (items: readonly Drawn[], between: number): number =>
  items.reduce((sum, { width }) => sum + width + between, -between);

/** Drawings side by side on one floor, from `left` on, in one scale. */
export function rowOf(items: readonly Drawn[], left: number, floor: number, scale: number, between: number, shade = 1): string {
  let end = left;
  const row = items.map((drawn) => {
    const x = end + (drawn.width * scale) / 2;
    end += (drawn.width + between) * scale;
    return stand(drawn, x, floor, scale, shade);
  });
  return row.join('');
}
