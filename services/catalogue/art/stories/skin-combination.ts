import { type Story, at, bottle, box, circle, oval, path, shade, square, stroke, times, wide } from './canvas.ts';
import { sun } from './nature.ts';
import { arrow, shelf } from './things.ts';
import { T, head, lens, pore } from './skin-parts.ts';

/** The pictures of the page for combination skin. */
export const COMBINATION_STORIES: Record<string, () => Story> = {
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
};
