import { at, bottle, box, circle, group, oval, path, shade, square, type Story, stroke, times } from './canvas.ts';
import { bead, drop, sun } from './nature.ts';
import { arm, dot, face, finger, hand, outline, palm } from './people.ts';
import { arrow, clock, pads, pane, shelf, sheet, tap, towel, umbrella } from './things.ts';
import { line } from '../type.ts';

const head = (on = '') => outline(600, 560, 1.55, on);
const swirl = (x: number, y: number, r = 40) =>
  stroke(`M${x + r} ${y}A${r} ${r} 0 1 1 ${x} ${y - r}`, '#0F4C3A', 8, 'opacity=".8"') +
  path(`M${x} ${y - r - 18}L${x + 26} ${y - r}L${x} ${y - r + 18}Z`, '#0F4C3A', 'opacity=".8"');
const outward = `${arrow('M-60 70C-110 66 -150 40 -180 0', 'M-196 -30L-204 16L-162 -2Z')}${arrow('M60 70C110 66 150 40 180 0', 'M196 -30L204 16L162 -2Z')}`;
const number = (x: number, y: number, text: string, size: number) =>
  line(x, y, text, { face: 'serif', size, fill: '#14211D', anchor: 'middle' });
const scoop = (load: string) =>
  `${stroke('M960 300L560 720', 'url(#paint-metal)', 34)}${oval(520, 760, 130, 62, 'url(#paint-metal)', 'transform="rotate(-44 520 760)"')}${load}`;
const pair = (x: number, y: number, s: number) => hand(x - 150 * s, y, s, 8) + hand(x + 150 * s, y, s, -8, true);

/** The steps of the usage guide, `{number}-{step}`. */
export const USAGE_STORIES: Record<string, () => Story> = {
  '01-1': () => square('cleanse', 0, tap(260, 620, 1.35), stroke('M610 300V700', '#CDE4EB', 40), pair(620, 1230, 1.25)),
  '01-2': () =>
    square(
      'cleanse',
      0,
      palm(600, 820, 1.4),
      times(26, (i) =>
        circle(480 + ((i * 67) % 240), 690 + ((i * 41) % 110), 26 + (i % 4) * 9, '#fff', 'stroke="#CFE0E7" stroke-width="4"'),
      ),
      bottle(5, 980, 560, 470),
    ),
  '01-3': () => square('cleanse', 0, head(`${swirl(0, -190)}${swirl(-120, 40)}${swirl(120, 40)}${swirl(0, 210, 32)}`)),
  '01-4': () =>
    square(
      'cleanse',
      700,
      towel(600, 1000, 1.9),
      times(7, (i) => bead(220 + i * 130, 1080 + (i % 2) * 34, 14 + (i % 3) * 7)),
    ),
  '02-1': () =>
    square(
      'hydrate',
      0,
      palm(600, 820, 1.45),
      oval(600, 815, 120, 30, 'url(#paint-water)', 'opacity=".95"'),
      oval(570, 806, 46, 8, '#fff', 'opacity=".8"'),
      drop(600, 470, 40),
    ),
  '02-2': () => square('hydrate', 0, face(600, 560, 1.3), hand(270, 1180, 1.15, 14), hand(930, 1180, 1.15, -14, true)),
  '02-3': () =>
    square(
      'hydrate',
      620,
      pads(340, 980, 1.3, 5),
      at(
        800,
        900,
        1,
        `${shade(0, 60, 220, 40)}${path('M-220 -130C-200 -190 180 -200 210 -130L190 -60C60 -96 -80 -90 -206 -60Z', 'url(#paint-cloth)')}${path('M-206 -20C-80 -54 60 -60 190 -24L210 60C160 110 -190 110 -220 60Z', 'url(#paint-cloth)')}`,
      ),
    ),
  '02-4': () =>
    square(
      'hydrate',
      0,
      outline(
        600,
        260,
        1.55,
        `${arrow('M-110 300V440', 'M-110 490L-136 436H-84Z')}${arrow('M0 310V470', 'M0 520L-26 466H26Z')}${arrow('M110 300V440', 'M110 490L84 436H136Z')}`,
      ),
    ),
  '03-1': () =>
    square(
      'func',
      0,
      at(
        600,
        60,
        1.7,
        `${box(-44, -80, 88, 150, 'url(#cap)', 16)}${path('M-26 70H26L14 400C14 436 -14 436 -14 400Z', 'url(#paint-clear)', 'stroke="#9AA6A1" stroke-width="3"')}${path('M-19 240H19L10 404C8 426 -8 426 -10 404Z', '#E7B76A')}`,
      ),
      drop(600, 830, 40, 'ball-amber'),
      bead(600, 1070, 46, 'ball-amber'),
    ),
  '03-2': () => square('lock', 0, hand(500, 1180, 1.7, 7), hand(700, 1180, 1.7, -7, true)),
  '03-3': () =>
    square(
      'lock',
      0,
      head(
        times(2, (k) =>
          times(3, (i) => circle(k ? 104 : -104, 50, 34 + i * 34, 'none', `stroke="#0F4C3A" stroke-width="7" opacity="${0.8 - i * 0.22}"`)),
        ),
      ),
    ),
  '03-4': () =>
    square(
      'func',
      0,
      box(180, 140, 840, 920, '#8A6238', 14),
      box(210, 170, 780, 860, '#3B2A1C', 8),
      shelf(760, 780, 210),
      bottle(3, 600, 762, 470),
      box(60, 140, 150, 920, 'url(#paint-wood)', 10),
      circle(180, 600, 16, 'url(#paint-metal)'),
    ),
  '04-1': () =>
    square(
      'cleanse',
      0,
      box(230, 90, 740, 1040, '#E6ECE9', 50),
      box(280, 150, 640, 920, '#F8FCFD', 24),
      box(280, 520, 640, 14, '#CBD8DD'),
      box(280, 840, 640, 14, '#CBD8DD'),
      bottle(4, 460, 838, 290),
      circle(720, 790, 46, 'url(#ball-egg)'),
      circle(820, 790, 46, 'url(#ball-egg)'),
      times(3, (i) => box(350 + i * 180, 380, 110, 138, ['#9DBF9A', '#F2A65A', '#CFE3DA'][i] ?? '', 12)),
    ),
  '04-2': () =>
    square(
      'hydrate',
      0,
      head(
        [
          [0, -200],
          [0, 40],
          [-120, 50],
          [120, 50],
          [0, 225],
        ]
          .map(([x, y]) => oval(x ?? 0, y ?? 0, 28, 24, 'url(#paint-clear)', 'stroke="#6E9A84" stroke-width="5"'))
          .join(''),
      ),
    ),
  '04-3': () =>
    square(
      'hydrate',
      0,
      arm(500, 720, 1.3),
      path(
        'M300 690C360 590 560 570 760 610C880 640 860 760 740 780C560 800 260 810 300 690Z',
        'url(#paint-clear)',
        'stroke="#8FB9A4" stroke-width="5"',
      ),
      stroke('M380 660C460 620 560 616 660 630', '#fff', 20, 'opacity=".9"'),
      at(1010, 480, 0.75, finger(-120, 150, 1, 150)),
    ),
  '04-4': () =>
    square(
      'hydrate',
      660,
      at(
        430,
        900,
        1,
        `${shade(0, 70, 260, 40)}${box(-250, -120, 500, 190, 'url(#paint-water)', 20)}${path('M-120 -110C-90 -260 20 -230 40 -290C90 -220 130 -200 120 -110Z', '#fff', 'stroke="#D5DDD9" stroke-width="4"')}`,
      ),
      clock(890, 780, 170, 12, 10),
    ),
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
      bottle(8, 1070, 1160, 340),
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
  '07-1': () => square('lock', 0, scoop(circle(500, 720, 74, 'url(#ball-cream)', 'stroke="#E0CFC6" stroke-width="4"'))),
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
  '07-4': () =>
    square('lock', 0, head(`${dot(-46, 60, 18)}${dot(46, 60, 18)}${dot(-76, 154, 14)}${dot(76, 154, 14)}`), bottle(11, 1030, 1150, 190)),
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
      umbrella(960, 1000, 1.6, 10),
      sheet(400, 1010, 260, 150, 2, -4),
      group(0.9, shade(970, 1160, 160, 24)),
    ),
};
