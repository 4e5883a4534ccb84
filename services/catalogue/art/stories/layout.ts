import { at, bottle, box, group, oval, path, row, shade, type Story, story, stroke, times, wide } from './canvas.ts';
import { cloud, grass, hill, onGlass } from './nature.ts';
import { pane, sachet, shelf } from './things.ts';
import { line } from '../type.ts';

const tall = (...rest: Parameters<typeof story> extends [number, number, ...infer Rest] ? Rest : never) => story(1200, 1500, ...rest);

/** "01 + 02 + 07": the travel set. The outlines have no plus sign. */
const sum = (x: number, y: number, size: number) =>
  ['01', '02', '07']
    .map((number, place) => line(x + (place - 1) * size * 2.2, y, number, { face: 'serif', size, fill: '#0F4C3A', anchor: 'middle' }))
    .join('') + [-1, 1].map((side) => plus(x + side * size * 1.1, y, size)).join('');
const plus = (x: number, y: number, size: number) =>
  stroke(`M${x - size * 0.26} ${y - size * 0.36}h${size * 0.52}m${-size * 0.26} ${-size * 0.26}v${size * 0.52}`, '#0F4C3A', size * 0.07);

const windmills = (x: number, y: number, s: number) =>
  times(3, (i) =>
    at(
      x + i * 170 * s,
      y,
      s * (1 - i * 0.14),
      `${path('M-12 0L-7 -300H7L12 0Z', '#FFFFFF', 'stroke="#9AA6A1" stroke-width="2"')}${times(3, (k) => `<g transform="translate(0 -300) rotate(${k * 120 + 20 + i * 34})">${path('M-6 0C-16 -60 -8 -130 0 -150C6 -130 8 -60 6 0Z', '#fff', 'stroke="#9AA6A1" stroke-width="3"')}</g>`)}`,
    ),
  );

const ribbon = (x: number, y: number, s: number) =>
  at(
    x,
    y,
    s,
    `${path('M0 0C-60 -110 -180 -110 -170 -40C-160 20 -60 20 0 0C60 20 160 20 170 -40C180 -110 60 -110 0 0Z', 'url(#paint-red)')}${path('M-10 10L-90 150L-50 146L-30 180L10 20Z', '#C46A5B')}${path('M10 10L90 150L50 146L30 180L-10 20Z', '#B95F5B')}${oval(0, 0, 28, 26, '#A94F42')}`,
  );

/** The slides of the carousel for desktop and phone, and the popup. Slides leave their left or upper part free for words. */
export const LAYOUT_STORIES: Record<string, () => Story> = {
  'carousel/numbers-pc': () => wide('hydrate', 690, shelf(776, 1600), row([5, 9, 3, 4, 7, 8, 11, 12], 600, 778, 2.5, 8)),
  'carousel/numbers-mobile': () => tall('hydrate', 1180, shelf(1330, 1200), row([5, 9, 3, 4], 170, 1332, 4.3, 14)),
  'carousel/barrier-pc': () =>
    wide(
      'func',
      0,
      box(0, 0, 1600, 900, '#F3E9D6'),
      pane(
        740,
        40,
        760,
        660,
        `${box(0, 0, 760, 660, 'url(#paint-rain)')}${group(0.6, cloud(200, 300, 1.5), cloud(560, 420, 1.7))}${onGlass(0, 0, 760, 660, 46)}`,
      ),
      box(0, 722, 1600, 178, 'url(#paint-paper)'),
      row([5, 9, 3], 860, 810, 3.3, 16),
    ),
  'carousel/barrier-mobile': () =>
    tall(
      'func',
      0,
      box(0, 0, 1200, 1500, '#F3E9D6'),
      pane(
        180,
        520,
        840,
        760,
        `${box(0, 0, 840, 760, 'url(#paint-rain)')}${group(0.6, cloud(240, 320, 1.6), cloud(640, 480, 1.7))}${onGlass(0, 0, 840, 760, 50)}`,
      ),
      box(0, 1304, 1200, 196, 'url(#paint-paper)'),
      bottle(3, 600, 1410, 620),
    ),
  'carousel/trial-pc': () =>
    wide(
      'lock',
      680,
      bottle(11, 1140, 810, 400),
      sachet(820, 820, 1.7, '#F0DAD2', -9),
      at(820, 820, 1.7, line(0, -58, '07', { face: 'serif', size: 66, fill: '#14211D', anchor: 'middle' }), -9),
    ),
  'carousel/trial-mobile': () =>
    tall(
      'lock',
      1180,
      bottle(11, 690, 1390, 480),
      sachet(300, 1400, 2, '#F0DAD2', -12),
      at(300, 1400, 2, line(0, -58, '07', { face: 'serif', size: 66, fill: '#14211D', anchor: 'middle' }), -12),
    ),
  'carousel/wind-pc': () =>
    wide(
      'cleanse',
      0,
      box(0, 0, 1600, 900, 'url(#paint-day)'),
      cloud(300, 150, 1),
      box(0, 560, 1600, 120, 'url(#paint-sea)'),
      windmills(1050, 562, 0.9),
      hill(760, 1600, 120, '#D9C89A'),
      times(6, (i) => grass(760 + i * 130, 930, 1.25 + (i % 2) * 0.3, 150 + i * 8)),
      stroke('M120 420C300 380 420 430 560 400', '#fff', 8, 'opacity=".9"'),
    ),
  'carousel/wind-mobile': () =>
    tall(
      'cleanse',
      0,
      box(0, 0, 1200, 1500, 'url(#paint-day)'),
      cloud(880, 420, 1),
      box(0, 980, 1200, 130, 'url(#paint-sea)'),
      windmills(700, 984, 0.85),
      hill(1240, 1200, 130, '#D9C89A'),
      times(5, (i) => grass(60 + i * 190, 1530, 1.7 + (i % 2) * 0.3, 150 + i * 8)),
    ),
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
