import { at, bottle, oval, path, row, type Story, story, stroke, wide, shade } from './canvas.ts';
import { line } from '../type.ts';

const tall = (...rest: Parameters<typeof story> extends [number, number, ...infer Rest] ? Rest : never) => story(1200, 1500, ...rest);

/** "01 + 02 + 07": the travel set. The outlines have no plus sign. */
const sum = (x: number, y: number, size: number) =>
  ['01', '02', '07']
    .map((number, place) => line(x + (place - 1) * size * 2.2, y, number, { face: 'serif', size, fill: '#0F4C3A', anchor: 'middle' }))
    .join('') + [-1, 1].map((side) => plus(x + side * size * 1.1, y, size)).join('');
const plus = (x: number, y: number, size: number) =>
  stroke(`M${x - size * 0.26} ${y - size * 0.36}h${size * 0.52}m${-size * 0.26} ${-size * 0.26}v${size * 0.52}`, '#0F4C3A', size * 0.07);

const ribbon = (x: number, y: number, s: number) =>
  at(
    x,
    y,
    s,
    `${path('M0 0C-60 -110 -180 -110 -170 -40C-160 20 -60 20 0 0C60 20 160 20 170 -40C180 -110 60 -110 0 0Z', 'url(#paint-red)')}${path('M-10 10L-90 150L-50 146L-30 180L10 20Z', '#C46A5B')}${path('M10 10L90 150L50 146L30 180L-10 20Z', '#B95F5B')}${oval(0, 0, 28, 26, '#A94F42')}`,
  );

/** The slides of the carousel for desktop and phone, and the popup. Slides leave their left or upper part free for words. */
export const LAYOUT_STORIES: Record<string, () => Story> = {
  'carousel/numbers-pc': () => wide('hydrate', 690, row([5, 9, 3, 4, 7, 8, 11, 12], 600, 778, 2.5, 8)),
  'carousel/numbers-mobile': () => tall('hydrate', 1180, row([5, 9, 3, 4], 195, 1332, 3.6, 14)),
  'popup/welcome-pc': () =>
    story(
      1200,
      900,
      'cleanse',
      640,
      shade(600, 800, 380, 40),
      bottle(31, 390, 790, 520),
      bottle(32, 620, 790, 520),
      bottle(34, 850, 790, 230),
      ribbon(600, 690, 0.9),
      sum(600, 140, 96),
    ),
  'popup/welcome-mobile': () =>
    story(
      900,
      1200,
      'cleanse',
      880,
      bottle(31, 220, 1060, 600),
      bottle(32, 460, 1060, 600),
      bottle(34, 705, 1060, 260),
      ribbon(450, 930, 0.95),
      stroke('M120 210H780', '#0F4C3A', 4, 'opacity=".5"'),
      sum(450, 180, 110),
    ),
};
