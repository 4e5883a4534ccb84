import { at, bottle, box, circle, oval, path, row, shade, square, type Story, stroke, times, wide } from './canvas.ts';
import { bead, leaf, onGlass } from './nature.ts';
import { backOfHand, finger, hand } from './people.ts';
import { arrow, clock, cup, pane, sheet, shelf } from './things.ts';
import { line } from '../type.ts';

const field = (x: number, y: number, w: number, on: boolean) =>
  `${box(x, y, w, 74, '#fff', 10, `stroke="${on ? '#A8623A' : '#B9C4BF'}" stroke-width="${on ? 7 : 3}"`)}${circle(x + 42, y + 37, 16, '#fff', 'stroke="#7F8C86" stroke-width="4"')}${on ? circle(x + 42, y + 37, 9, '#0F4C3A') : ''}${box(x + 82, y + 30, w * (on ? 0.5 : 0.36), 14, '#B9C4BF', 7)}`;
const form = (w: number) =>
  `${box(0, 0, w, 560, '#F5F7F6', 20, 'stroke="#D5DDD9" stroke-width="4"')}${box(40, 44, w * 0.4, 26, '#46544E', 8)}${field(40, 110, w - 80, false)}${field(40, 210, w - 80, false)}${field(40, 310, w - 80, true)}${box(82, 412, w * 0.5, 60, '#fff', 8, 'stroke="#B9C4BF" stroke-width="3"')}${line(104, 456, '12345678', { face: 'sans', size: 34, fill: '#14211D' })}`;
const swan = `${stroke('M0 60C-20 -10 20 -70 70 -60C40 -50 20 -20 30 20C70 -10 130 -20 180 20C150 70 60 90 0 60', '#14211D', 6)}`;

/** Pictures of the help centre's answers. */
export const FAQ_STORIES: Record<string, () => Story> = {
  invoice: () => wide('cleanse', 0, at(250, 110, 1.22, form(900))),
  'invoice-mobile': () =>
    square('cleanse', 0, box(290, 40, 620, 1120, '#14211D', 70), box(314, 66, 572, 1068, '#fff', 52), at(340, 300, 0.87, form(600))),
  'number-order': () => wide('func', 640, row([3, 7, 8], 330, 720, 5.4, 34), arrow('M330 820H1230', 'M1290 820L1214 782V858Z')),
  'number-order-mobile': () =>
    square(
      'func',
      0,
      bottle(3, 470, 400, 340),
      bottle(7, 470, 770, 320),
      bottle(8, 470, 1150, 340),
      arrow('M800 120V1030', 'M800 1096L760 1016H840Z'),
    ),
  'hand-test': () =>
    wide(
      'lock',
      0,
      hand(560, 960, 1.5, 6, false, circle(4, -150, 46, 'url(#ball-cream)', 'stroke="#E0CFC6" stroke-width="3"')),
      clock(1160, 430, 230, 12, 0),
      line(1160, 780, '24 h', { face: 'serif', size: 84, fill: '#14211D', anchor: 'middle' }),
    ),
  'batch-number': () =>
    wide(
      'hydrate',
      0,
      shade(800, 720, 420, 60),
      circle(800, 440, 370, 'url(#ball-stone)'),
      circle(800, 440, 300, '#F5F7F6'),
      circle(800, 440, 300, 'none', 'stroke="#C9D1CE" stroke-width="6"'),
      line(800, 380, 'LOT 2607-118', { face: 'sans', size: 58, fill: '#46544E', anchor: 'middle' }),
      line(800, 460, '2026.07', { face: 'sans', size: 58, fill: '#46544E', anchor: 'middle' }),
      stroke(
        'M640 560C660 520 676 520 676 560S700 590 716 556M760 530V600M800 530C840 520 850 560 820 570C860 572 850 612 800 600M900 520L880 606',
        '#1B5FD0',
        9,
      ),
      at(1240, 640, 1, stroke('M0 0L170 -250', '#1B5FD0', 36) + path('M-26 40L-18 -20L22 8Z', '#14211D')),
    ),
};

/** Pictures that the demonstration's reviewers took, drawn. */
export const REVIEW_STORIES: Record<string, () => Story> = {
  shelf: () =>
    square(
      'cleanse',
      0,
      pane(120, 60, 960, 720, `${box(0, 0, 960, 720, 'url(#paint-day)')}${leaf(200, 760, 1.5, -18)}${leaf(800, 780, 1.7, 14)}`),
      box(0, 806, 1200, 394, '#F4EFE6'),
      row([5, 5, 5, 5], 90, 980, 3.5, 16),
      stroke('M925 500C910 380 950 300 920 200M920 340l50 -60M924 400l-56 -60M918 280l44 -50', '#6E9E74', 12),
    ),
  'essence-drop': () =>
    square('lock', 0, hand(600, 1240, 1.95, -8, true, `${bead(-20, -180, 26, 'ball-amber')}${bead(52, -130, 18, 'ball-amber')}`)),
  'cream-jar': () =>
    square(
      'hand',
      640,
      box(0, 640, 1200, 560, '#C99D6B'),
      oval(600, 980, 330, 70, '#14211D', 'opacity=".18"'),
      path('M300 700H900V920C900 990 760 1010 600 1010S300 990 300 920Z', 'url(#porcelain)'),
      oval(600, 700, 300, 92, '#E9EEEC'),
      oval(600, 704, 262, 74, 'url(#ball-cream)'),
      stroke('M440 706C540 660 600 760 740 690', '#EBD9CE', 16),
      stroke('M720 660L1060 380', 'url(#paint-metal)', 30),
      oval(700, 680, 70, 36, 'url(#paint-metal)', 'transform="rotate(-40 700 680)"'),
      path('M60 900C60 860 340 860 340 900V960C340 1000 60 1000 60 960Z', 'url(#cap)'),
    ),
  'amber-jars': () =>
    square(
      'func',
      900,
      shade(600, 1060, 300, 50),
      times(3, (i) => {
        const y = 1040 - i * 270,
          x = 600 + (i - 1) * 34;
        return `${box(x - 220, y - 190, 440, 190, 'url(#paint-amber)', 40)}${box(x - 170, y - 160, 34, 120, '#fff', 16, 'opacity=".35"')}${box(x - 220, y - 140, 440, 92, 'url(#paint-paper)')}${line(x, y - 68, '08', { face: 'serif', size: 76, fill: '#14211D', anchor: 'middle' })}${box(x - 196, y - 236, 392, 52, 'url(#paint-amber)', 12)}`;
      }),
    ),
  'gel-smear': () =>
    square(
      'hydrate',
      0,
      `<g>${box(0, 0, 1200, 1200, '#5B6A72')}${box(90, 80, 1020, 760, 'url(#paint-day)', 60)}<svg x="90" y="80" width="1020" height="760" viewBox="90 80 1020 760">${times(4, (i) => stroke(`M60 ${460 + i * 110}C400 ${440 + i * 100} 800 ${480 + i * 110} 1140 ${450 + i * 106}`, ['#9DBF9A', '#B9CFA2', '#D9C89A', '#8FB08E'][i] ?? '', 90, 'opacity=".6"'))}</svg>${box(90, 80, 1020, 760, 'none', 60, 'stroke="#46544E" stroke-width="18"')}${onGlass(90, 80, 1020, 700, 16)}</g>`,
      finger(760, 900, 1.55, -14),
      path('M700 820C760 760 860 780 850 850C840 920 740 930 700 890Z', 'url(#paint-clear)', 'stroke="#8FB9A4" stroke-width="4"'),
    ),
  hands: () =>
    square(
      'lock',
      0,
      box(0, 0, 1200, 1200, '#E9DCC6'),
      times(6, (i) => stroke(`M0 ${120 + i * 210}H1200`, '#DCCBAF', 10)),
      at(
        600,
        600,
        1,
        hand(-330, 620, 1.9, 38).replaceAll('paint-skin', 'paint-tan').replaceAll('#EBC6AE', '#CD9670').replaceAll('#F9E7DC', '#E9C9AE'),
      ),
      hand(980, 1010, 1.05, -52),
    ),
  tattoo: () =>
    square(
      'cleanse',
      0,
      box(0, 780, 1200, 420, '#B9C4BF'),
      backOfHand(980, 560, 1.3, -8, at(-420, 10, 1.1, swan, 6)),
      bottle(14, 930, 1130, 470),
    ),
  basics: () =>
    square(
      'hydrate',
      880,
      box(150, 60, 900, 720, '#C9D1CE', 40),
      box(176, 86, 848, 668, 'url(#paint-day)', 26),
      stroke('M260 600L520 140M330 640L640 120', '#fff', 26, 'opacity=".6"'),
      sheet(850, 300, 240, 280, 5, 6),
      box(830, 150, 50, 26, '#F2A65A', 4),
      shelf(980, 1200),
      row([5, 9, 11], 170, 982, 3.9, 12),
      cup(1010, 980, 0.9),
    ),
};
