import { at, bottle, box, circle, group, oval, path, row, shade, type Story, stroke, times, wide } from './canvas.ts';
import { cloud, leaf, onGlass, sun } from './nature.ts';
import { chair, cup, lamp, magnifier, pads, pane, sachet, sheet } from './things.ts';
import { line } from '../type.ts';

const TINTS = ['#D6E5EA', '#D9E8DC', '#F2E4C6', '#D9E8DC', '#F2E4C6', '#F2E4C6', '#F0DAD2', '#F0DAD2'];

const emptyBottle = (x: number, y: number, h: number, w: number, paint: string, turn: number) =>
  at(x, y, 1, `${path(`M${-w / 2} 0V${-h * 0.62}C${-w / 2} ${-h * 0.74} ${-w * 0.18} ${-h * 0.74} ${-w * 0.18} ${-h * 0.84}V${-h}H${w * 0.18}V${-h * 0.84}C${w * 0.18} ${-h * 0.74} ${w / 2} ${-h * 0.74} ${w / 2} ${-h * 0.62}V0Z`, `url(#${paint})`, 'stroke="#14211D" stroke-opacity=".12" stroke-width="3"')}${stroke(`M${-w * 0.32} ${-h * 0.56}V${-h * 0.12}`, '#fff', w * 0.08, 'opacity=".55"')}${oval(0, -h, w * 0.18, w * 0.06, '#14211D', 'opacity=".25"')}`, turn);

/** The pictures of the campaigns, by their address. */
export const CAMPAIGN_STORIES: Record<string, () => Story> = {
  'autumn-barrier-care': () =>
    wide(
      'func',
      0,
      box(0, 0, 1600, 900, '#EBDCC0'),
      pane(240, 30, 1120, 690, `${box(0, 0, 1120, 690, 'url(#paint-dusk)')}${sun(830, 330, 80)}${group(0.55, cloud(300, 260, 1.4), cloud(760, 420, 1.8))}${onGlass(0, 0, 1120, 690, 52)}`),
      box(0, 742, 1600, 158, 'url(#paint-paper)'), box(0, 742, 1600, 10, '#14211D', 0, 'opacity=".06"'),
      row([5, 9, 3], 440, 830, 3.6, 22), leaf(1210, 850, 0.5, 108, 'paint-clay'),
    ),
  'skin-consultation-day': () =>
    wide(
      'hand',
      660,
      circle(800, 200, 110, '#FFFDF4'), path('M730 40H870L960 220H640Z', 'url(#paint-brand)'), path('M640 220H960L1280 760H320Z', '#FFF4D6', 'opacity=".35"'), stroke('M800 0V40', '#46544E', 8),
      chair(360, 830, 1.15), chair(1240, 830, 1.15, true),
      shade(800, 836, 200, 30), stroke('M800 560V820', '#9A6E40', 26), oval(800, 826, 130, 24, '#9A6E40'), oval(800, 556, 310, 62, '#A97F52'), oval(800, 544, 310, 62, '#DDB98D'),
      at(720, 520, 0.42, sheet(0, 0, 400, 280, 6, -8)), magnifier(900, 500, 52, 60), cup(610, 552, 0.52),
    ),
  'sets-fifteen-percent-off': () =>
    wide(
      'lock',
      620,
      row([5, 9, 3, 4, 11], 330, 790, 3.5, 6),
      path('M250 560C520 640 1080 650 1370 540L1376 590C1080 700 520 690 246 612Z', 'url(#paint-red)'), path('M1310 560C1380 440 1520 460 1490 540C1470 590 1390 590 1330 580C1410 610 1500 660 1450 720C1400 770 1320 660 1306 590Z', 'url(#paint-red)'), circle(1316, 576, 32, '#B95F5B'), path('M1320 600L1290 800L1330 780L1350 810L1350 610Z', '#C46A5B'),
    ),
  'all-products-free-sample': () =>
    wide(
      'cleanse',
      560,
      box(0, 560, 1600, 340, '#DDB98D'), box(0, 560, 1600, 14, '#EBD5B3'),
      times(8, (i) => sachet(150 + i * 186, 790 - Math.sin((i / 7) * Math.PI) * 60, 1.12, TINTS[i] ?? '', (i - 3.5) * 3) + at(150 + i * 186, 790 - Math.sin((i / 7) * Math.PI) * 60, 1.12, line(0, -60, `0${i + 1}`, { face: 'serif', size: 62, fill: '#14211D', anchor: 'middle' }), (i - 3.5) * 3)),
      row([5, 9, 3, 4, 7, 8, 11, 12], 240, 560, 2.35, 14),
    ),
  'three-for-your-hands': () =>
    wide(
      'hand',
      650,
      at(800, 830, 1, `<g transform="rotate(-17)">${bottle(13, 0, 0, 600)}</g>`), at(800, 830, 1, `<g transform="translate(60 0) rotate(17)">${bottle(13, 60, 0, 600)}</g>`), bottle(13, 830, 850, 640),
      pads(360, 850, 1.25, 6), pads(1300, 850, 1.1, 3), oval(1420, 850, 90, 30, '#FBFAF5', 'transform="rotate(-24 1420 850)"'),
    ),
  'beauticians-thank-you': () =>
    wide(
      'func',
      560,
      box(0, 0, 1600, 560, 'url(#paint-day)'),
      times(9, (i) => { const x = i * 190 - 50, h = 120 + ((i * 83) % 130); return box(x, 560 - h, 150, h, ['#E2B79C', '#D6C3B4', '#C9A58C'][i % 3] ?? '', 2) + path(`M${x - 14} ${560 - h}L${x + 75} ${500 - h}L${x + 164} ${560 - h}Z`, i % 2 ? '#A4584A' : '#8D6B57') + times(2, (k) => box(x + 26 + k * 64, 590 - h, 34, 46, '#FFF4D6', 2)); }),
      box(0, 580, 1600, 320, '#FDFDFB'), times(16, (i) => path(`M${i * 100} 900V${840}q50 40 100 0V900Z`, '#E9EEEC')), box(0, 580, 1600, 8, '#14211D', 0, 'opacity=".06"'),
      cup(300, 760, 1.1), cup(800, 790, 1.25, 'paint-clay'), cup(1280, 760, 1.1, 'paint-water'),
      times(2, (i) => shade(560 + i * 500, 790, 110, 20) + oval(560 + i * 500, 770, 130, 26, '#E9EEEC') + times(3, (k) => oval(510 + i * 500 + k * 50, 750 - (k % 2) * 14, 40, 22, k % 2 ? '#C88A4E' : '#DDA967'))),
    ),
  'night-owls-pair': () =>
    wide(
      'lock',
      0,
      box(0, 0, 800, 900, 'url(#paint-night)'), times(26, (i) => circle(30 + ((i * 173) % 740), 30 + ((i * 97) % 420), 2 + (i % 3), '#fff', 'opacity=".8"')), path('M210 120A90 90 0 1 0 290 250A80 80 0 1 1 210 120Z', '#FFF1D0'),
      box(800, 0, 800, 900, 'url(#paint-day)'), sun(1330, 260, 100), path('M800 0H900C860 240 900 480 850 700H800Z', '#fff', 'opacity=".75"'),
      box(0, 690, 800, 210, '#2A3346'), box(800, 690, 800, 210, '#E7D3B4'),
      lamp(150, 780, 1.05), bottle(7, 620, 820, 430), bottle(12, 1030, 820, 300), leaf(1430, 830, 0.6, 30),
    ),
  'empty-bottle-return': () =>
    wide(
      'hydrate',
      680,
      shade(720, 830, 330, 40),
      emptyBottle(560, 760, 420, 130, 'paint-amber', -14), emptyBottle(700, 770, 470, 150, 'paint-clear', 4), emptyBottle(850, 770, 390, 140, 'paint-cloth', 12), emptyBottle(640, 800, 280, 120, 'paint-clear', -24), emptyBottle(800, 810, 260, 130, 'paint-amber', 26),
      stroke('M440 420C420 640 480 800 600 830H840C980 800 1020 640 1000 420', '#4D7A63', 9), times(9, (i) => stroke(`M${456 + i * 60} 430C${480 + i * 40} 600 ${540 + i * 38} 760 ${620 + i * 26} 828`, '#4D7A63', 4, 'opacity=".7"') + stroke(`M${984 - i * 60} 430C${960 - i * 40} 600 ${900 - i * 38} 760 ${830 - i * 26} 828`, '#4D7A63', 4, 'opacity=".7"')), stroke('M440 420C600 460 840 460 1000 420M470 416C500 160 560 80 640 80M970 416C940 160 760 80 640 80', '#4D7A63', 13),
      shade(1290, 830, 170, 30), at(1290, 820, 0.8, `${path('M-230 -150H230C220 -40 130 0 90 0H-90C-130 0 -220 -40 -230 -150Z', 'url(#paint-clay)')}${oval(0, -150, 230, 48, '#9A6345')}${times(6, (i) => box(-170 + (i % 3) * 120, -210 + Math.floor(i / 3) * 44, 96, 54, 'url(#cap)', 10, `transform="rotate(${(i * 31) % 40 - 20} ${-120 + (i % 3) * 120} -180)"`))}`),
    ),
};

