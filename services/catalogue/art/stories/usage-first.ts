import { type Story, at, bottle, box, circle, oval, path, shade, square, stroke, times } from './canvas.ts';
import { bead, drop } from './nature.ts';
import { arm, face, finger, hand, outline, palm } from './people.ts';
import { arrow, clock, shelf, tap, towel } from './things.ts';
import { head, pair, swirl } from './usage-parts.ts';

/** The steps of 01 to 04, `{number}-{step}`. */
export const USAGE_FIRST_STORIES: Record<string, () => Story> = {
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
      0,
      shade(520, 980, 330, 50, 0.3),
      circle(500, 690, 300, '#E4E9E4'),
      circle(494, 680, 296, 'url(#ball-egg)'),
      stroke('M300 560C420 500 560 500 690 560M270 680C420 620 580 620 730 690M310 810C440 760 580 770 690 820', '#E2DCCF', 7),
      times(16, (i) =>
        stroke(
          `M${430 + i * 20} ${470 + ((i * 31) % 60)}q${8 + (i % 3) * 8} -34 ${28 + (i % 4) * 9} ${-50 - (i % 5) * 8}`,
          '#fff',
          4,
          'opacity=".9"',
        ),
      ),
      path(
        'M470 520C480 320 660 200 840 250C1000 300 1060 480 980 620C940 690 870 720 820 690C850 560 720 440 470 520Z',
        '#D9DFD9',
        'opacity=".7"',
      ),
      path(
        'M450 500C470 290 660 180 830 226C990 270 1060 450 990 590C950 660 880 690 830 660C850 530 710 420 450 500Z',
        'url(#ball-cream)',
        'stroke="#E4E2D8" stroke-width="4"',
      ),
      stroke('M560 410C650 340 780 330 880 410M640 300C740 260 860 290 930 370', '#EFE6DA', 7),
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
};
