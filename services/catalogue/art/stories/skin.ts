import { at, bottle, box, circle, group, oval, path, row, shade, square, type Story, stroke, times, wide } from './canvas.ts';
import { bead, cloud, drop, leaf, steam, sun } from './nature.ts';
import { cheeks, dot, face, finger, hand, outline, palm } from './people.ts';
import { arrow, bowl, calendar, drawer, mask, pads, shelf, tap, towel } from './things.ts';

/** A round field of skin, as through a lens. */
const lens = (id: string, content: string, fill = 'url(#paint-skin)') =>
  `<clipPath id="lens-${id}"><circle cx="600" cy="600" r="430"/></clipPath>${circle(618, 624, 440, '#14211D', 'opacity=".12"')}${circle(600, 600, 440, '#fff')}<g clip-path="url(#lens-${id})">${box(150, 150, 900, 900, fill)}${content}</g>`;
const pore = (x: number, y: number, r: number, fill = '#A86F50') =>
  oval(x, y, r, r * 0.8, fill, 'opacity=".75"') +
  stroke(`M${x - r} ${y - r * 0.3}Q${x} ${y - r * 1.2} ${x + r} ${y - r * 0.3}`, '#fff', 4, 'opacity=".6"');
const flake = (x: number, y: number, s: number, turn: number) =>
  at(x, y, s, `${path('M-40 6C-30 -30 20 -40 46 -10C30 -16 -10 -10 -22 20Z', '#FFF8F0', 'stroke="#D9AE8F" stroke-width="3"')}`, turn);
const crease = (y: number, colour = '#B98468') =>
  stroke(`M230 ${y}C400 ${y - 36} 560 ${y + 30} 720 ${y - 10}S920 ${y + 10} 980 ${y - 14}`, colour, 7, 'opacity=".7"');
const ring = (x: number, y: number, r: number) =>
  circle(x, y, r, 'none', 'stroke="#0F4C3A" stroke-width="9" stroke-dasharray="4 22" stroke-linecap="round"');
const T = path(
  'M-170 -200C-100 -270 100 -270 170 -200L150 -140C90 -170 50 -160 40 -130L36 70C30 100 -30 100 -36 70L-40 -130C-50 -160 -90 -170 -150 -140Z',
  '#E7B76A',
  'opacity=".5"',
);
const head = (on = '') => outline(600, 560, 1.55, on);

/** The pictures of the four skin-type pages. */
export const SKIN_STORIES: Record<string, () => Story> = {
  sensitive: () =>
    wide(
      'lock',
      620,
      shade(800, 760, 400, 60),
      oval(800, 660, 400, 130, 'url(#ball-stone)'),
      at(
        800,
        560,
        1,
        `${path('M-300 40C-160 -120 120 -170 320 -110C260 0 60 90 -230 60C-120 30 0 0 120 -50C-20 -20 -160 20 -300 40Z', '#fff', 'stroke="#D5DDD9" stroke-width="4"')}${stroke('M-380 70C-180 30 60 -40 300 -104', '#C9D1CE', 6)}${times(9, (i) => stroke(`M${-180 + i * 48} ${28 - i * 15}l40 -44M${-180 + i * 48} ${28 - i * 15}l60 6`, '#DDE4E1', 4))}`,
      ),
    ),
  redness: () => square('lock', 0, head(cheeks())),
  itch: () =>
    square(
      'lock',
      0,
      lens(
        'itch',
        times(17, (i) => circle(260 + ((i * 197) % 680), 280 + ((i * 131) % 640), 12 + (i % 3) * 6, '#D9573F', 'opacity=".45"')) +
          times(3, (i) => stroke(`M${430 + i * 130} 420q60 60 0 120t0 120t0 120`, '#B9604B', 8, 'opacity=".6"')),
      ),
    ),
  flaking: () =>
    square(
      'lock',
      0,
      lens(
        'flaking',
        times(15, (i) => flake(280 + ((i * 173) % 640), 280 + ((i * 239) % 640), 1.1 + (i % 3) * 0.4, i * 47)),
      ),
    ),
  season: () =>
    square(
      'func',
      0,
      circle(600, 600, 440, '#fff'),
      path('M600 160A440 440 0 0 1 600 1040Z', '#DCEBF2'),
      path('M600 160A440 440 0 0 0 600 1040Z', '#F7E3C2'),
      sun(390, 480, 100),
      leaf(790, 760, 1.1, 28, 'paint-clay'),
      cloud(820, 430, 0.9),
      stroke('M600 160V1040', '#fff', 12),
    ),
  'evaluate-heat': () =>
    square(
      'func',
      700,
      bowl(600, 980, 1.6, 'paint-clay', '#C9803E'),
      times(4, (i) => circle(440 + i * 100, 744 + (i % 2) * 12, 22, '#8FB08E')),
      steam(600, 620, 1.2, '#D5B98F'),
    ),
  'evaluate-heat-after': () =>
    square('func', 0, face(600, 600, 1.35, cheeks()), steam(130, 1000, 0.8, '#fff'), steam(1070, 1000, 0.8, '#fff')),
  'evaluate-new': () =>
    square(
      'hand',
      780,
      shade(600, 1020, 190, 40),
      box(430, 420, 340, 600, 'url(#porcelain)', 40),
      box(510, 290, 180, 140, 'url(#cap)', 16),
      stroke('M500 620H700M500 700H660', '#B9C4BF', 14),
      path('M850 200l22 62 62 22-62 22-22 62-22-62-62-22 62-22z', '#E7B76A'),
    ),
  'evaluate-new-after': () =>
    square(
      'hand',
      0,
      hand(
        600,
        1220,
        1.9,
        0,
        false,
        times(9, (i) => circle(-50 + ((i * 53) % 110), -220 + ((i * 37) % 120), 7 + (i % 3) * 3, '#D9573F', 'opacity=".6"')),
      ),
    ),
  'evaluate-mask': () => square('cleanse', 640, shade(600, 900, 360, 60), mask(600, 760, 1.7, -6)),
  'evaluate-mask-after': () =>
    square(
      'cleanse',
      0,
      face(600, 580, 1.35, stroke('M-168 10C-80 60 80 60 168 10M-150 130C-110 190 110 190 150 130', '#C4604A', 12, 'opacity=".5"')),
    ),
  'evaluate-water': () =>
    square('cleanse', 0, tap(360, 800, 1.5), stroke('M748 450V1060', '#CDE4EB', 44), stroke('M736 460V1040', '#fff', 10, 'opacity=".9"')),
  'evaluate-water-after': () =>
    square(
      'lock',
      0,
      tap(360, 800, 1.5, '#C4604A'),
      stroke('M748 450V1060', '#F0C9BB', 44),
      stroke('M736 460V1040', '#fff', 10, 'opacity=".9"'),
      steam(900, 900, 1.1, '#fff'),
    ),
  'sensitive-fix-1': () => square('func', 0, drawer(180, 620, 840, 420, row([8, 12, 7], 60, 310, 3.1, 24))),
  'sensitive-fix-2': () =>
    square(
      'lock',
      0,
      palm(640, 760, 1.35),
      bead(560, 740, 44, 'ball-amber'),
      bead(700, 748, 34, 'ball-amber'),
      drop(620, 330, 34, 'ball-amber'),
    ),
  'sensitive-fix-3': () => square('hydrate', 0, calendar(180, 220, 840, 7, 5, [9, 16])),

  dry: () =>
    wide(
      'func',
      0,
      box(0, 0, 1600, 900, '#DDB491'),
      times(16, (i) =>
        stroke(
          `M${(i * 211) % 1600} ${(i * 97) % 900}l${60 + (i % 4) * 30} ${80 - (i % 5) * 30} ${90 - (i % 3) * 70} ${70 + (i % 3) * 20} ${40 + (i % 4) * 20} ${-60 + (i % 5) * 34}`,
          '#A86F50',
          10,
          'opacity=".65"',
        ),
      ),
      circle(840, 540, 170, '#B98058', 'opacity=".55"'),
      bead(840, 540, 96),
      drop(860, 90, 60),
    ),
  tight: () =>
    square(
      'cleanse',
      0,
      head(
        `${stroke('M-60 150C-100 130 -130 120 -150 100M60 150C100 130 130 120 150 100', '#B9604B', 8)}${arrow('M-180 60H-280', 'M-310 60L-268 38V82Z')}${arrow('M180 60H280', 'M310 60L268 38V82Z')}`,
      ),
    ),
  powder: () =>
    square(
      'func',
      0,
      lens(
        'powder',
        times(60, (i) => circle(220 + ((i * 137) % 760), 220 + ((i * 211) % 760), 7 + (i % 4) * 4, '#F7E9D6', 'opacity=".85"')) +
          crease(520, '#FFF4E4') +
          crease(690, '#FFF4E4'),
      ),
    ),
  lines: () =>
    square(
      'lock',
      0,
      lens(
        'lines',
        `${stroke('M300 560Q520 420 800 540', '#5A4034', 18)}${times(9, (i) => stroke(`M${350 + i * 50} ${520 - Math.sin(i / 2.6) * 40}l-10 -46`, '#5A4034', 7))}${times(4, (i) => stroke(`M${330 + i * 26} ${640 + i * 42}Q560 ${700 + i * 44} ${830 - i * 18} ${620 + i * 42}`, '#B98468', 6, 'opacity=".7"'))}`,
      ),
    ),
  'dry-washed': () =>
    square(
      'cleanse',
      0,
      lens(
        'washed',
        times(70, (i) =>
          circle(180 + ((i * 149) % 840), 170 + ((i * 83) % 620), 34 + (i % 5) * 12, '#fff', 'stroke="#CFE0E7" stroke-width="4"'),
        ),
      ),
    ),
  'dry-no-lid': () =>
    square(
      'cleanse',
      760,
      shade(600, 1020, 230, 50),
      path('M380 620H820L780 1010H420Z', 'url(#paint-clear)', 'stroke="#9AA6A1" stroke-width="6"'),
      path('M396 760H804L780 1004H420Z', 'url(#paint-water)'),
      stroke('M820 680C960 670 960 880 800 890', '#B9CBC4', 26),
      steam(600, 570, 1.5, '#9CC4CF'),
    ),
  'dry-too-little': () =>
    square(
      'lock',
      0,
      finger(820, 640, 1.9, -8),
      oval(800, 560, 34, 26, 'url(#ball-cream)', 'stroke="#E0CFC6" stroke-width="4"'),
      ring(800, 560, 150),
    ),
  'dry-fix-1': () =>
    square(
      'hydrate',
      0,
      face(600, 620, 1.3),
      at(
        330,
        1010,
        1.25,
        box(-230, -420, 330, 420, 'url(#paint-cloth)', 60, 'transform="rotate(-10)"') +
          box(-230, -150, 330, 50, '#D9E8DC', 0, 'transform="rotate(-10)"'),
      ),
    ),
  'dry-fix-2': () =>
    square(
      'hydrate',
      680,
      shade(430, 960, 200, 40),
      shade(800, 960, 200, 40),
      at(420, 900, 1, box(-190, -190, 380, 250, 'url(#paint-cloth)', 70) + oval(0, -60, 130, 70, '#CDE4EB', 'opacity=".8"')),
      at(810, 920, 1, box(-180, -180, 360, 240, 'url(#paint-cloth)', 70) + oval(10, -60, 120, 66, '#CDE4EB', 'opacity=".8"'), 9),
      bottle(9, 620, 680, 480),
    ),
  'dry-fix-3': () =>
    square(
      'lock',
      0,
      head(
        `${arrow('M-70 60C-120 50 -160 20 -186 -30', 'M-198 -62L-208 -14L-166 -32Z')}${arrow('M70 60C120 50 160 20 186 -30', 'M198 -62L208 -14L166 -32Z')}${dot(-80, 64, 22)}${dot(80, 64, 22)}`,
      ),
    ),

  combination: () =>
    wide(
      'hydrate',
      620,
      shade(800, 780, 330, 60),
      `<clipPath id="left"><rect width="800" height="900"/></clipPath>${circle(800, 500, 300, 'url(#ball-stone)')}<g clip-path="url(#left)">${circle(800, 500, 300, 'url(#ball-amber)')}${oval(660, 350, 60, 34, '#fff', 'opacity=".95" transform="rotate(-38 660 350)"')}</g>`,
    ),
  shine: () =>
    square('func', 0, head(`${T}${oval(0, -190, 70, 26, '#fff', 'opacity=".9"')}${oval(0, 20, 16, 40, '#fff', 'opacity=".9"')}`)),
  cheeks: () =>
    square(
      'lock',
      0,
      head(
        `${times(2, (k) => times(5, (i) => stroke(`M${(k ? 1 : -1) * (90 + i * 14)} ${30 + i * 18}l${(k ? 1 : -1) * 40} 8`, '#C98F72', 7)))}`,
      ),
    ),
  pores: () =>
    square(
      'func',
      0,
      lens(
        'pores',
        times(34, (i) => pore(230 + ((i * 167) % 760), 230 + ((i * 113) % 760), 14 + (i % 3) * 7)),
      ),
    ),
  rough: () =>
    square(
      'hand',
      0,
      lens(
        'rough',
        times(60, (i) =>
          circle(
            220 + (i % 10) * 84 + (Math.floor(i / 10) % 2) * 40,
            260 + Math.floor(i / 10) * 130,
            30,
            '#F3D7C2',
            'stroke="#CF9F80" stroke-width="5"',
          ),
        ),
      ),
    ),
  'combination-paper': () =>
    square(
      'func',
      680,
      shade(600, 960, 330, 50),
      times(6, (i) =>
        at(
          600 + (i - 3) * 18,
          880 - i * 24,
          1,
          box(-270, -140, 540, 230, ['#E4EEF2', '#D6E5EA'][i % 2] ?? '', 10) + oval(-60 + i * 30, -30, 70, 44, '#B9C9A8', 'opacity=".5"'),
          -6 + i * 3,
        ),
      ),
    ),
  'combination-all': () =>
    square(
      'func',
      0,
      head(
        path(
          'M-194 -60C-194 -234 -112 -294 0 -294C112 -294 194 -234 194 -60C194 126 98 274 0 274C-98 274 -194 126 -194 -60Z',
          '#E7B76A',
          'opacity=".45"',
        ),
      ),
    ),
  'combination-none': () =>
    square(
      'func',
      0,
      box(0, 0, 1200, 1200, '#FBF1DC'),
      sun(920, 230, 110),
      shelf(560, 1200),
      shelf(960, 1200),
      oval(400, 952, 120, 12, '#14211D', 'opacity=".12"'),
    ),
  'combination-fix-1': () =>
    square(
      'cleanse',
      0,
      head(
        `${arrow('M0 -230V90', 'M0 136L-30 84H30Z')}${arrow('M-60 -180C-150 -120 -160 -20 -130 70', 'M-118 110L-164 72L-108 60Z')}${arrow('M60 -180C150 -120 160 -20 130 70', 'M118 110L164 72L108 60Z')}`,
      ),
    ),
  'combination-fix-2': () => square('func', 0, head(T), bottle(8, 1060, 1150, 420)),
  'combination-fix-3': () =>
    square(
      'lock',
      0,
      head(
        `${times(2, (k) => path(`M${k ? 70 : -70} 40C${k ? 120 : -120} 0 ${k ? 180 : -180} 20 ${k ? 160 : -160} 80C${k ? 130 : -130} 130 ${k ? 60 : -60} 110 ${k ? 70 : -70} 40Z`, 'url(#ball-cream)', 'stroke="#E0CFC6" stroke-width="4"'))}`,
      ),
    ),

  fragile: () =>
    wide(
      'hand',
      560,
      shade(800, 790, 520, 60),
      path(
        'M260 760C360 640 520 700 640 660C760 620 900 640 1000 660C1120 690 1280 640 1360 770C1200 830 420 830 260 760Z',
        'url(#paint-cloth)',
      ),
      stroke('M420 740C540 700 620 760 720 720M900 730C1000 690 1100 760 1220 730', '#C9D1CE', 7),
      shade(800, 720, 150, 26),
      oval(800, 560, 150, 190, 'url(#ball-egg)'),
    ),
  thin: () =>
    square(
      'hand',
      0,
      lens(
        'thin',
        `${box(150, 600, 900, 450, '#E0A58B')}${box(150, 560, 900, 44, '#FBEDE2')}${stroke('M150 560H1050', '#fff', 8)}${times(5, (i) => stroke(`M${260 + i * 170} 900C${300 + i * 170} 800 ${240 + i * 170} 740 ${290 + i * 170} 660`, '#B9604B', 9, 'opacity=".5"'))}`,
        '#EAF1F4',
      ),
    ),
  friction: () =>
    square(
      'lock',
      0,
      lens(
        'friction',
        times(5, (i) => stroke(`M260 ${400 + i * 100}q60 -50 120 0t120 0t120 0t120 0t120 0`, '#C4604A', 10, `opacity="${0.3 + i * 0.1}"`)),
      ),
      arrow('M380 130H820', 'M880 130L810 98V162Z'),
    ),
  loss: () =>
    square(
      'cleanse',
      0,
      lens(
        'loss',
        `${box(150, 640, 900, 420, 'url(#paint-skin)')}${times(6, (i) => drop(300 + i * 120, 330 + ((i * 83) % 190), 24 + (i % 3) * 8))}${times(3, (i) => arrow(`M${400 + i * 200} 620V500`, `M${400 + i * 200} 460L${376 + i * 200} 506H${424 + i * 200}Z`))}`,
        '#F1F6F8',
      ),
    ),
  'fragile-next-day': () =>
    square('hand', 0, calendar(290, 260, 620, 4, 4, [6]), path('M760 900C840 880 900 820 910 730V950H700Z', '#E3E9E6')),
  'fragile-thick': () =>
    square(
      'hydrate',
      760,
      shade(600, 960, 420, 60),
      oval(600, 880, 440, 120, 'url(#paint-skin)'),
      path(
        'M220 860C200 620 420 560 600 570C800 560 1010 640 980 860C860 930 340 930 220 860Z',
        'url(#paint-clear)',
        'stroke="#8FB9A4" stroke-width="6"',
      ),
      stroke('M320 740C380 660 480 640 560 640', '#fff', 24, 'opacity=".9"'),
    ),
  'fragile-cloud': () =>
    square(
      'cleanse',
      0,
      box(0, 0, 1200, 1200, 'url(#paint-day)'),
      sun(720, 470, 170),
      cloud(520, 640, 3, '#fff', 0.97),
      cloud(880, 760, 2.1, '#F1F4F5', 0.97),
      times(4, (i) => stroke(`M${360 + i * 160} 860L${300 + i * 160} 1060`, '#F3BE62', 14, 'opacity=".5"')),
    ),
  'fragile-fix-1': () =>
    square(
      'cleanse',
      680,
      bottle(4, 760, 1040, 640),
      times(3, (i) =>
        at(
          330 + (i % 2) * 150,
          980 - Math.floor(i / 2) * 150,
          1,
          `${box(-80, -140, 160, 160, 'url(#paint-water)', 22, 'opacity=".9" stroke="#fff" stroke-width="8"')}${stroke('M-50 -110L-10 -70M20 -30l20 20', '#fff', 10)}`,
          i * 13,
        ),
      ),
    ),
  'fragile-fix-2': () => square('cleanse', 640, bowl(600, 1000, 1.9), towel(960, 640, 0.8)),
  'fragile-fix-3': () =>
    square(
      'lock',
      720,
      bottle(11, 560, 1040, 440),
      at(960, 1040, 1, `${shade(0, 0, 150, 30)}${box(-150, -110, 300, 110, 'url(#cap)', 18)}`),
      group(0.9, pads(190, 1040, 0.9, 3)),
    ),
};
