import { circle, path, stroke } from './canvas.ts';
import { line } from '../type.ts';

export const INK = '#14211D';
export const number = (x: number, y: number, text: string, size: number, fill = INK, opacity = 1) =>
  line(x, y, text, { face: 'serif', size, fill, anchor: 'middle', opacity });

export const brick = (x: number, y: number, w: number, h: number, i: number) =>
  path(
    `M${x + 14} ${y}Q${x + w / 2} ${y - 8} ${x + w - 14} ${y}Q${x + w} ${y + h / 2} ${x + w - 14} ${y + h}Q${x + w / 2} ${y + h + 8} ${x + 14} ${y + h}Q${x} ${y + h / 2} ${x + 14} ${y}Z`,
    ['#F2D8C4', '#EFD0B8', '#F5DFCE'][i % 3] ?? '#F2D8C4',
    'stroke="#D9AE8F" stroke-width="3"',
  );

export const strand = (x: number, y: number, colour: string, length: number, up: boolean) => {
  const s = up ? -1 : 1;
  return (
    circle(x, y, 15, colour) +
    stroke(
      `M${x - 5} ${y + 12 * s}q-8 ${length * 0.3 * s} 0 ${length * 0.5 * s}t0 ${length * 0.5 * s}M${x + 5} ${y + 12 * s}q8 ${length * 0.3 * s} 0 ${length * 0.5 * s}t0 ${length * 0.5 * s}`,
      colour,
      4,
      'opacity=".75"',
    )
  );
};

/** A Formosa lily in profile as a line drawing: stem, narrow leaves, a bud and a trumpet that opens to the right. */
export const lily = [
  stroke(
    'M-420 60C-300 40 -190 10 -70 0M-330 44C-350 -20 -400 -60 -450 -70C-420 -30 -380 20 -330 44M-260 28C-270 90 -320 130 -370 140C-350 100 -310 50 -260 28M-190 12C-190 -40 -220 -90 -262 -112C-250 -70 -226 -20 -190 12',
    INK,
    6,
  ),
  stroke('M-230 20C-190 60 -140 84 -90 92C-60 76 -6 84 20 112C-20 128 -66 118 -90 92', INK, 6),
  stroke(
    'M-70 -18C0 -26 70 -44 120 -78C160 -116 200 -150 262 -158C250 -112 222 -78 190 -52C244 -64 300 -46 336 -4C288 18 238 22 196 10C232 40 256 88 254 146C204 128 160 94 128 52C74 36 0 22 -70 18C-80 6 -80 -6 -70 -18Z',
    INK,
    7,
  ),
  stroke(
    'M120 -78C132 -64 160 -54 190 -52M128 52C140 34 164 18 196 10M-40 0C40 0 110 0 150 -16M256 -150C220 -120 180 -92 150 -60M326 -4C280 -10 230 -20 200 -20M248 138C210 104 176 76 152 44',
    INK,
    4,
    'opacity=".75"',
  ),
  stroke('M150 -14C190 -40 214 -46 236 -76M152 -8C200 -20 226 -22 262 -30M152 0C190 10 206 22 232 56', INK, 4),
  stroke('M230 -88l14 16M258 -40l10 18M224 58l18 -2', INK, 10),
].join('');
