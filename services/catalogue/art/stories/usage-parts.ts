import { oval, path, stroke } from './canvas.ts';
import { hand, outline } from './people.ts';
import { arrow } from './things.ts';
import { line } from '../type.ts';

export const head = (on = '') => outline(600, 560, 1.55, on);
export const swirl = (x: number, y: number, r = 40) =>
  stroke(`M${x + r} ${y}A${r} ${r} 0 1 1 ${x} ${y - r}`, '#0F4C3A', 8, 'opacity=".8"') +
  path(`M${x} ${y - r - 18}L${x + 26} ${y - r}L${x} ${y - r + 18}Z`, '#0F4C3A', 'opacity=".8"');
export const outward = `${arrow('M-60 70C-110 66 -150 40 -180 0', 'M-196 -30L-204 16L-162 -2Z')}${arrow('M60 70C110 66 150 40 180 0', 'M196 -30L204 16L162 -2Z')}`;
export const number = (x: number, y: number, text: string, size: number) =>
  line(x, y, text, { face: 'serif', size, fill: '#14211D', anchor: 'middle' });
export const scoop = (load: string) =>
  `${stroke('M960 300L560 720', 'url(#paint-metal)', 34)}${oval(520, 760, 130, 62, 'url(#paint-metal)', 'transform="rotate(-44 520 760)"')}${load}`;
export const pair = (x: number, y: number, s: number) => hand(x - 150 * s, y, s, 8) + hand(x + 150 * s, y, s, -8, true);
