import { type Story, at, bottle, box, circle, group, oval, path, shade, square, stroke, times, wide } from './canvas.ts';
import { cloud, drop, steam, sun } from './nature.ts';
import { arrow, bowl, calendar, pads, towel } from './things.ts';
import { lens } from './skin-parts.ts';

/** The pictures of the page for fragile skin. */
export const FRAGILE_STORIES: Record<string, () => Story> = {
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
      0,
      lens(
        'thick',
        `${box(150, 760, 900, 300, '#DE9A82')}${times(5, (i) => stroke(`M${250 + i * 180} 1010q-30 -60 0 -110t0 -110`, '#B9604B', 9, 'opacity=".55"'))}${box(150, 742, 900, 30, '#F3D5C4')}${path('M150 742V420C280 350 380 400 520 372C680 340 820 420 1050 360V742Z', 'url(#paint-clear)', 'stroke="#8FB9A4" stroke-width="6"')}${stroke('M210 470C320 430 420 460 540 436', '#fff', 22, 'opacity=".85"')}${times(7, (i) => circle(240 + i * 120, 560 + ((i * 89) % 150), 16 + (i % 3) * 10, '#fff', 'opacity=".55"'))}`,
        '#F1F6F3',
      ),
      steam(480, 330, 1, '#D9573F'),
      steam(740, 330, 1, '#D9573F'),
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
