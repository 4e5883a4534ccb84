import { at, bottle, box, circle, oval, path, row, shade, stroke, times, type Story, wide } from './canvas.ts';
import { cloud, leaf } from './nature.ts';
import { backOfHand } from './people.ts';
import { parcel, plane, sachet, sheet, shelf, towel } from './things.ts';
import { lily, number } from './post-parts.ts';

const towelOnRail = (x: number, y: number) =>
  at(
    x,
    y,
    1,
    `${path('M-96 -134H84C96 0 70 120 92 250H-90C-76 110 -110 20 -96 -134Z', 'url(#paint-cloth)')}${stroke('M-88 196H88', '#C9BFE0', 16)}${stroke('M-20 -110C-10 0 -30 100 -14 240', '#B9C4BF', 4, 'opacity=".6"')}`,
  );

/** The pictures of the articles about use and the house, by their slug. */
export const ROUTINE_POST_STORIES: Record<string, () => Story> = {
  'three-bottles-are-enough': () =>
    wide(
      'cleanse',
      0,
      times(4, (r) => times(9, (c) => box(c * 182, r * 160, 176, 154, '#F8FBFB', 4, 'opacity=".8"'))),
      shelf(770, 1600),
      row([5, 9, 11], 480, 775, 4.1, 14),
      towel(250, 770, 0.95),
      at(
        1380,
        768,
        1,
        `${shade(0, 0, 76, 16)}${box(-76, -22, 152, 22, 'url(#paint-wood)', 6)}${box(-76, -270, 152, 22, 'url(#paint-wood)', 6)}${path('M-58 -248H58C58 -180 12 -160 12 -136C12 -112 58 -92 58 -22H-58C-58 -92 -12 -112 -12 -136C-12 -160 -58 -180 -58 -248Z', 'url(#paint-clear)', 'stroke="#9AA6A1" stroke-width="4"')}${path('M-44 -220H44C40 -176 8 -160 4 -140H-4C-8 -160 -40 -176 -44 -220Z', '#E7CFA0')}${path('M-50 -24C-40 -70 40 -70 50 -24Z', '#E7CFA0')}${stroke('M0 -140V-60', '#E7CFA0', 4)}`,
      ),
    ),
  // Four people, and a tube for each of them.
  'hands-that-wash-all-day': () =>
    wide(
      'hand',
      690,
      box(-20, 66, 420, 26, 'url(#paint-metal)', 13),
      towelOnRail(190, 190),
      bottle(13, 640, 800, 540),
      bottle(13, 860, 800, 540),
      bottle(13, 1080, 800, 540),
      bottle(13, 1300, 800, 540),
    ),
  'seven-days-with-a-sample': () =>
    wide(
      'func',
      0,
      box(102, 86, 1420, 424, '#14211D', 12, 'opacity=".1"'),
      box(90, 70, 1420, 424, '#fff', 12),
      box(90, 70, 1420, 56, 'url(#paint-brand)', 12),
      times(
        7,
        (i) =>
          box(104 + i * 202.8, 142, 188, 336, i === 0 ? '#F2E4C6' : i === 5 ? '#D9E8DC' : '#EDF2EF', 10) +
          number(144 + i * 202.8, 200, String(i + 1), 46, i === 6 ? '#B9C4BF' : '#46544E'),
      ),
      sachet(206, 448, 1.1, '#D6E5EA', -5),
      circle(1212, 340, 66, 'none', 'stroke="#0F4C3A" stroke-width="11"'),
      stroke('M1182 342L1206 370L1246 312', '#0F4C3A', 13),
      bottle(3, 760, 860, 330),
    ),
  'looking-after-a-new-tattoo': () =>
    wide(
      'hydrate',
      0,
      path('M980 0H1420L900 900H300Z', '#fff', 'opacity=".4"'),
      backOfHand(1130, 470, 1.35, -11, at(-470, 14, 0.66, lily, 4), 'url(#paint-tan)', '#E8C3A4'),
    ),
  'why-nothing-smells-of-roses': () =>
    wide(
      'hand',
      0,
      sheet(800, 450, 1180, 760, 0, -2),
      stroke('M800 820C790 720 806 640 800 560', '#477853', 14),
      leaf(796, 740, 0.6, -58),
      `<clipPath id="half"><rect x="0" y="0" width="800" height="900"/></clipPath><g clip-path="url(#half)">${times(5, (i) => oval(800, 400, 220 - i * 40, 200 - i * 34, ['#E9B6B0', '#E2A29B', '#D98C85', '#CC756F', '#B95F5B'][i] ?? '', `transform="rotate(${i * 24} 800 400)"`))}${stroke('M640 300C700 200 800 210 800 260M600 420C640 520 740 580 800 580', '#fff', 6, 'opacity=".5"')}</g>`,
      stroke(
        'M800 180C920 176 1020 260 1020 400C1020 520 920 600 800 600M800 230C900 240 970 300 962 400C950 500 880 556 800 560M800 300C860 300 910 340 900 400C890 460 850 500 800 500',
        '#B9C4BF',
        4,
        'stroke-dasharray="4 14"',
      ),
      stroke('M820 740C870 700 930 690 980 700C950 750 880 770 820 744', '#B9C4BF', 4, 'stroke-dasharray="4 14"'),
      at(1330, 700, 1, stroke('M0 0L150 -210', '#B98A58', 22) + path('M-14 34L-12 -12L14 6Z', '#14211D')),
    ),
  'a-box-flies-to-taoyuan': () =>
    wide(
      'cleanse',
      900,
      box(0, 0, 1600, 900, 'url(#paint-day)'),
      path('M900 900C860 760 980 700 960 620C1040 560 1180 580 1260 640C1400 660 1460 760 1600 740V900Z', '#9DBF9A'),
      path('M0 900V700C300 660 600 720 900 900Z', 'url(#paint-sea)'),
      path('M900 900C860 760 980 700 960 620L930 640C940 720 830 770 860 900Z', '#EAD9B4'),
      plane(1180, 210, 1.1),
      stroke('M840 240C640 250 480 300 330 400', '#fff', 9, 'stroke-dasharray="2 26"'),
      cloud(520, 690, 1.9),
      cloud(220, 640, 1.2),
      parcel(470, 640, 1.05),
      cloud(640, 720, 1.3),
      cloud(1420, 400, 0.9),
    ),
};
