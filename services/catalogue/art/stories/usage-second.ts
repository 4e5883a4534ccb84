import { type Story, at, bottle, box, circle, group, oval, path, shade, square, stroke } from './canvas.ts';
import { bead, sun } from './nature.ts';
import { backOfHand, dot, finger, hand, palm } from './people.ts';
import { arrow, pane, sheet, towel, umbrella } from './things.ts';
import { head, number, outward, scoop, swirl } from './usage-parts.ts';

/** The steps of 05 to 08, `{number}-{step}`, and of the hand care. */
export const USAGE_SECOND_STORIES: Record<string, () => Story> = {
  '05-1': () => square('lock', 0, finger(840, 680, 1.9, -14), bead(800, 570, 46, 'ball-amber')),
  '05-2': () =>
    square(
      'func',
      0,
      head(
        [
          [-150, -44],
          [150, -44],
          [-60, 160],
          [60, 160],
          [0, -120],
        ]
          .map(([x, y]) => circle(x ?? 0, y ?? 0, 20, 'url(#ball-amber)'))
          .join(''),
      ),
    ),
  '05-3': () =>
    square(
      'func',
      0,
      head(
        `${arrow('M-130 90V-10', 'M-130 -56L-158 -4H-102Z')}${arrow('M130 90V-10', 'M130 -56L102 -4H158Z')}${arrow('M0 -120V-200', 'M0 -244L-26 -194H26Z')}`,
      ),
    ),
  '05-4': () =>
    square(
      'hand',
      720,
      at(
        420,
        1020,
        1,
        `${shade(60, 0, 240, 40)}${path('M-180 -600L120 -640V0L-180 0Z', '#FDFDFB')}${path('M120 -640L280 -590V-30L120 0Z', '#DDE4E1')}${path('M-180 -440L120 -464V-220L-180 -210Z', '#F2E4C6')}${stroke('M150 -420L240 -404M150 -350L220 -340M150 -280L236 -268', '#1B5FD0', 12)}`,
      ),
      number(390, 700, '05', 120),
      bottle(7, 880, 1030, 470),
    ),
  '06-1': () => square('cleanse', 0, head(''), towel(1000, 1150, 0.75)),
  '06-2': () =>
    square(
      'func',
      0,
      head(
        [
          [0, -200],
          [0, 30],
          [0, 220],
        ]
          .map(([x, y]) => circle(x ?? 0, y ?? 0, 26, 'url(#ball-amber)'))
          .join(''),
      ),
    ),
  '06-3': () =>
    square(
      'func',
      0,
      head(
        `${[
          [-88, -50],
          [88, -50],
        ]
          .map(([x, y]) =>
            oval(x ?? 0, y ?? 0, 82, 56, 'none', 'stroke="#A8623A" stroke-width="8" stroke-dasharray="4 18" stroke-linecap="round"'),
          )
          .join('')}${oval(0, 156, 90, 48, 'none', 'stroke="#A8623A" stroke-width="8" stroke-dasharray="4 18" stroke-linecap="round"')}`,
      ),
    ),
  '06-4': () =>
    square(
      'func',
      820,
      box(0, 0, 1200, 820, 'url(#paint-day)'),
      sun(860, 300, 110),
      shade(520, 1000, 340, 50),
      path('M180 960C300 900 420 900 520 900S740 900 860 960C740 1030 300 1030 180 960Z', 'url(#paint-grass)'),
      path('M340 920C340 700 420 660 520 660S700 700 700 920C620 950 420 950 340 920Z', 'url(#paint-grass)'),
      path('M338 900C420 930 620 930 702 900V850C620 880 420 880 338 850Z', '#0F4C3A'),
    ),
  '07-1': () =>
    square(
      'lock',
      780,
      bottle(11, 880, 1090, 360),
      at(-330, -420, 1.5, scoop(circle(500, 720, 74, 'url(#ball-cream)', 'stroke="#E0CFC6" stroke-width="4"'))),
    ),
  '07-2': () =>
    square(
      'lock',
      0,
      palm(600, 820, 1.45),
      path(
        'M470 790C500 730 700 720 740 770C770 820 700 850 600 846C520 850 440 840 470 790Z',
        'url(#ball-cream)',
        'stroke="#E0CFC6" stroke-width="4"',
      ),
      stroke('M520 790C570 770 640 800 700 776', '#EBD9CE', 12),
    ),
  '07-3': () => square('lock', 0, head(`${outward}${arrow('M-150 -80C-120 -150 -70 -190 -20 -200', 'M20 -204L-28 -226L-24 -176Z')}`)),
  '07-4': () => square('lock', 0, head(`${dot(-46, 60, 18)}${dot(46, 60, 18)}${dot(-76, 154, 14)}${dot(76, 154, 14)}`)),
  '08-1': () => square('lock', 0, head(`${dot(-116, 24, 24)}${dot(116, 24, 24)}${dot(0, -200, 24)}`)),
  '08-2': () =>
    square(
      'lock',
      0,
      head(
        `${outward}${arrow('M-20 -180C-70 -190 -110 -170 -140 -140', 'M-164 -112L-152 -160L-118 -128Z')}${arrow('M20 -180C70 -190 110 -170 140 -140', 'M164 -112L118 -128L152 -160Z')}`,
      ),
    ),
  '08-3': () =>
    square(
      'hand',
      740,
      at(
        600,
        1040,
        2.3,
        `${shade(0, 0, 76, 16)}${box(-76, -22, 152, 22, 'url(#paint-wood)', 6)}${box(-76, -270, 152, 22, 'url(#paint-wood)', 6)}${path('M-58 -248H58C58 -180 12 -160 12 -136C12 -112 58 -92 58 -22H-58C-58 -92 -12 -112 -12 -136C-12 -160 -58 -180 -58 -248Z', 'url(#paint-clear)', 'stroke="#9AA6A1" stroke-width="4"')}${path('M-30 -190H30C24 -166 8 -156 4 -140H-4C-8 -156 -24 -166 -30 -190Z', '#F0DAD2')}${path('M-54 -24C-44 -90 44 -90 54 -24Z', '#F0DAD2')}`,
      ),
    ),
  '08-4': () =>
    square(
      'func',
      0,
      pane(160, 80, 620, 760, `${box(0, 0, 620, 760, 'url(#paint-day)')}${sun(430, 240, 90)}`),
      box(0, 1000, 1200, 200, '#E7D5B0'),
      group(0.9, shade(950, 1112, 130, 20)),
      umbrella(940, 1110, 1.4, 8),
      sheet(420, 1090, 260, 150, 2, -4),
    ),
  'hand-1': () =>
    square('hand', 0, hand(560, 1216, 1.7, -6), circle(545, 756, 40, 'url(#ball-cream)', 'stroke="#E0CFC6" stroke-width="4"')),
  'hand-2': () =>
    square(
      'hand',
      0,
      backOfHand(360, 400, 0.78, 5),
      swirl(430, 400, 62),
      `<g transform="translate(1200 0) scale(-1 1)">${backOfHand(470, 860, 0.86, -9)}</g>`,
      swirl(690, 860, 66),
    ),
};
