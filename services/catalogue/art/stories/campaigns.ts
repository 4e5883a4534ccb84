import { at, bottle, box, circle, oval, path, shade, type Story, stroke, times, wide } from './canvas.ts';
import { emptyBottle, halfCake, iceTea, lane, samples, scarf, strawHat, teapot } from './campaign-parts.ts';
import { cloud, leaf, sun } from './nature.ts';
import { chair, cup, lamp, pane, sheet, shelf } from './things.ts';

/** The pictures of the campaigns, by their address. */
export const CAMPAIGN_STORIES: Record<string, () => Story> = {
  'autumn-barrier-care': () =>
    wide(
      'func',
      0,
      box(0, 0, 1600, 900, '#EBDCC0'),
      box(0, 150, 1600, 46, 'url(#paint-wood)', 4),
      box(0, 196, 1600, 8, '#14211D', 0, 'opacity=".08"'),
      times(4, (i) => box(230 + i * 380, 160, 26, 70, 'url(#paint-metal)', 12)),
      scarf(243, 220),
      strawHat(624, 372),
      shelf(760, 1600),
      box(0, 794, 1600, 106, '#D9C7A6'),
      bottle(9, 1210, 764, 330),
      bottle(5, 1080, 764, 302),
      bottle(3, 1320, 764, 190),
      leaf(780, 752, 0.42, 82, 'paint-clay'),
      leaf(1470, 880, 0.36, -64, 'paint-grass'),
      leaf(330, 872, 0.44, 58, 'paint-clay'),
    ),
  'skin-consultation-day': () =>
    wide(
      'hand',
      660,
      pane(110, 90, 330, 400, box(0, 0, 330, 400, 'url(#paint-day)') + cloud(150, 170, 0.7) + leaf(280, 420, 0.8, -16)),
      circle(860, 170, 110, '#FFFDF4'),
      path('M790 10H930L1020 190H700Z', 'url(#paint-brand)'),
      path('M700 190H1020L1300 760H420Z', '#FFF4D6', 'opacity=".35"'),
      chair(590, 770, 1.05),
      shade(860, 836, 200, 30),
      stroke('M860 560V820', '#9A6E40', 26),
      oval(860, 826, 130, 24, '#9A6E40'),
      oval(860, 556, 310, 62, '#A97F52'),
      oval(860, 544, 310, 62, '#DDB98D'),
      at(830, 530, 0.42, sheet(0, 0, 400, 280, 6, -8)),
      cup(680, 548, 0.5),
      cup(1030, 556, 0.44, 'paint-clay'),
      // Somebody has just got up.
      chair(1400, 880, 1.3, true),
      path(
        'M1480 300C1540 290 1580 310 1584 350C1590 480 1580 600 1560 690H1500C1516 560 1500 420 1480 300Z',
        'url(#paint-brand)',
        'opacity=".9"',
      ),
    ),
  'sets-fifteen-percent-off': () =>
    wide(
      'lock',
      640,
      path(
        'M-20 250C260 120 520 180 700 330S1180 520 1620 330V440C1200 610 860 520 680 420S260 220 -20 350Z',
        'url(#paint-red)',
        'opacity=".9"',
      ),
      path(
        'M1010 420C900 250 760 250 790 360C810 430 920 440 1010 420C1080 270 1250 230 1250 330C1250 410 1110 440 1010 420Z',
        'url(#paint-red)',
      ),
      path('M994 430L900 640L960 620L990 660L1030 440Z', '#C46A5B'),
      path('M1014 430L1130 620L1076 616L1060 660L996 440Z', '#B95F5B'),
      circle(1010, 418, 36, '#A94F42'),
      bottle(9, 560, 730, 580),
      bottle(5, 380, 800, 540),
      bottle(11, 790, 850, 230),
      bottle(7, 1410, 830, 380),
      bottle(12, 1150, 860, 240),
    ),
  'all-products-free-sample': () =>
    wide(
      'cleanse',
      0,
      box(0, 0, 1600, 900, '#DDB98D'),
      times(7, (i) =>
        stroke(`M0 ${90 + i * 130}C500 ${70 + i * 134} 1000 ${120 + i * 126} 1600 ${84 + i * 132}`, '#C9A274', 4, 'opacity=".6"'),
      ),
      samples(),
      // 05 has no sample: the bottle itself may be opened.
      bottle(7, 880, 800, 430),
    ),
  'three-for-your-hands': () =>
    wide('hand', 650, bottle(13, 400, 760, 560), bottle(13, 640, 760, 560), bottle(13, 880, 760, 560), bottle(33, 1190, 760, 380)),
  'beauticians-thank-you': () =>
    wide(
      'func',
      560,
      box(0, 0, 1600, 560, 'url(#paint-day)'),
      lane(),
      box(0, 580, 1600, 320, '#FDFDFB'),
      times(16, (i) => path(`M${i * 100} 900V${840}q50 40 100 0V900Z`, '#E9EEEC')),
      box(0, 580, 1600, 8, '#14211D', 0, 'opacity=".06"'),
      iceTea(250, 800, 1.05),
      teapot(700, 770, 1.15),
      cup(1050, 810, 0.8),
      shade(1340, 800, 150, 24),
      oval(1340, 784, 180, 34, '#E9EEEC'),
      halfCake(1424, 770, 0.86, 10),
      halfCake(1290, 788, 1.1, -3),
    ),
  'night-owls-pair': () =>
    wide(
      'lock',
      0,
      box(0, 0, 800, 900, 'url(#paint-night)'),
      times(26, (i) => circle(30 + ((i * 173) % 740), 30 + ((i * 97) % 420), 2 + (i % 3), '#fff', 'opacity=".8"')),
      path('M210 120A90 90 0 1 0 290 250A80 80 0 1 1 210 120Z', '#FFF1D0'),
      box(800, 0, 800, 900, 'url(#paint-day)'),
      sun(1330, 260, 100),
      path('M800 0H900C860 240 900 480 850 700H800Z', '#fff', 'opacity=".75"'),
      box(0, 690, 800, 210, '#2A3346'),
      box(800, 690, 800, 210, '#E7D3B4'),
      lamp(150, 780, 1.05),
      bottle(7, 620, 820, 430),
      bottle(12, 1030, 820, 300),
      leaf(1430, 830, 0.6, 30),
    ),
  'empty-bottle-return': () =>
    wide(
      'hydrate',
      680,
      shade(720, 830, 330, 40),
      emptyBottle(560, 760, 420, 130, 'paint-amber', -14),
      emptyBottle(700, 770, 470, 150, 'paint-clear', 4),
      emptyBottle(850, 770, 390, 140, 'paint-cloth', 12),
      emptyBottle(640, 800, 280, 120, 'paint-clear', -24),
      emptyBottle(800, 810, 260, 130, 'paint-amber', 26),
      stroke('M440 420C420 640 480 800 600 830H840C980 800 1020 640 1000 420', '#4D7A63', 9),
      times(
        9,
        (i) =>
          stroke(`M${456 + i * 60} 430C${480 + i * 40} 600 ${540 + i * 38} 760 ${620 + i * 26} 828`, '#4D7A63', 4, 'opacity=".7"') +
          stroke(`M${984 - i * 60} 430C${960 - i * 40} 600 ${900 - i * 38} 760 ${830 - i * 26} 828`, '#4D7A63', 4, 'opacity=".7"'),
      ),
      stroke('M440 420C600 460 840 460 1000 420M470 416C500 160 560 80 640 80M970 416C940 160 760 80 640 80', '#4D7A63', 13),
      shade(1290, 830, 170, 30),
      at(
        1290,
        820,
        0.8,
        `${path('M-230 -150H230C220 -40 130 0 90 0H-90C-130 0 -220 -40 -230 -150Z', 'url(#paint-clay)')}${oval(0, -150, 230, 48, '#9A6345')}${times(6, (i) => box(-170 + (i % 3) * 120, -210 + Math.floor(i / 3) * 44, 96, 54, 'url(#cap)', 10, `transform="rotate(${((i * 31) % 40) - 20} ${-120 + (i % 3) * 120} -180)"`))}`,
      ),
    ),
};
