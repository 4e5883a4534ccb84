import { type Story, at, box, circle, oval, path, shade, square, stroke, times, wide } from './canvas.ts';
import { drop, sun } from './nature.ts';
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
      path('M620 0H1200V560L300 1200H40Z', '#FFE9B5', 'opacity=".45"'),
      sun(960, 210, 110),
      times(3, (i) =>
        at(
          300 + i * 290,
          860,
          1.3,
          stroke(
            [
              'M-62 0V-220C-62 -262 -40 -276 -24 -284V-330H24V-284C40 -276 62 -262 62 -220V0Z',
              'M-66 0V-280C-66 -330 -34 -340 -34 -356V-410H34V-356C34 -340 66 -330 66 -280V0Z',
              'M-90 0V-110H90V0ZM-96 -110V-160H96V-110Z',
            ][i] ?? '',
            '#8A6238',
            6,
            'stroke-dasharray="4 20" opacity=".75"',
          ),
        ),
      ),
      shelf(866, 1080, 60),
      path('M180 900V1010C180 1010 240 980 250 900ZM1020 900V1010C1020 1010 960 980 950 900Z', '#9A6E40'),
    ),
  'combination-fix-1': () =>
    square(
      'cleanse',
      0,
      head(
        `${arrow('M0 -230V90', 'M0 136L-30 84H30Z')}${arrow('M-60 -180C-150 -120 -160 -20 -130 70', 'M-118 110L-164 72L-108 60Z')}${arrow('M60 -180C150 -120 160 -20 130 70', 'M118 110L164 72L108 60Z')}`,
      ),
    ),
  'combination-fix-2': () => square('func', 0, head(T), drop(600, 150, 34, 'ball-amber')),
  'combination-fix-3': () =>
    square(
      'lock',
      0,
      head(
        `${times(2, (k) => path(`M${k ? 70 : -70} 40C${k ? 120 : -120} 0 ${k ? 180 : -180} 20 ${k ? 160 : -160} 80C${k ? 130 : -130} 130 ${k ? 60 : -60} 110 ${k ? 70 : -70} 40Z`, 'url(#ball-cream)', 'stroke="#E0CFC6" stroke-width="4"'))}`,
      ),
    ),
};
