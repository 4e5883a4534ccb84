import { at, box, circle, oval, path, stroke } from './canvas.ts';
import { outline } from './people.ts';

/** A round field of skin, as through a lens. */
export const lens = (id: string, content: string, fill = 'url(#paint-skin)') =>
  `<clipPath id="lens-${id}"><circle cx="600" cy="600" r="430"/></clipPath>${circle(618, 624, 440, '#14211D', 'opacity=".12"')}${circle(600, 600, 440, '#fff')}<g clip-path="url(#lens-${id})">${box(150, 150, 900, 900, fill)}${content}</g>`;
export const pore = (x: number, y: number, r: number, fill = '#A86F50') =>
  oval(x, y, r, r * 0.8, fill, 'opacity=".75"') +
  stroke(`M${x - r} ${y - r * 0.3}Q${x} ${y - r * 1.2} ${x + r} ${y - r * 0.3}`, '#fff', 4, 'opacity=".6"');
export const flake = (x: number, y: number, s: number, turn: number) =>
  at(x, y, s, `${path('M-40 6C-30 -30 20 -40 46 -10C30 -16 -10 -10 -22 20Z', '#FFF8F0', 'stroke="#D9AE8F" stroke-width="3"')}`, turn);
export const crease = (y: number, colour = '#B98468') =>
  stroke(`M230 ${y}C400 ${y - 36} 560 ${y + 30} 720 ${y - 10}S920 ${y + 10} 980 ${y - 14}`, colour, 7, 'opacity=".7"');
export const ring = (x: number, y: number, r: number) =>
  circle(x, y, r, 'none', 'stroke="#0F4C3A" stroke-width="9" stroke-dasharray="4 22" stroke-linecap="round"');
export const T = path(
  'M-170 -200C-100 -270 100 -270 170 -200L150 -140C90 -170 50 -160 40 -130L36 70C30 100 -30 100 -36 70L-40 -130C-50 -160 -90 -170 -150 -140Z',
  '#E7B76A',
  'opacity=".5"',
);
export const head = (on = '') => outline(600, 560, 1.55, on);
