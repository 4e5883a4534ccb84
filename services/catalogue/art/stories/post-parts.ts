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

export const lily = `${stroke('M0 0C-40 -10 -120 -20 -200 10M-60 -8C-90 40 -130 56 -170 60', INK, 6)}${stroke('M0 0C20 -60 80 -96 150 -92C110 -60 80 -30 0 0C60 -30 130 -30 190 0C130 16 70 20 0 0C40 30 90 60 150 66C90 80 30 50 0 0', INK, 6)}${stroke('M0 0C50 -6 80 -10 110 -16M0 0C50 6 80 10 104 16', INK, 4)}${stroke('M-120 -6C-140 -50 -180 -60 -210 -54C-190 -30 -160 -10 -120 -6', INK, 5)}`;
