import { at, bottle, box, circle, n, oval, path, shade, square, type Story, stroke, times, wide } from './canvas.ts';
import { crackedClay } from './clay.ts';
import { steam } from './nature.ts';
import { dot, face, finger } from './people.ts';
import { arrow } from './things.ts';
import { crease, head, lens, ring } from './skin-parts.ts';

/** The pictures of the page for dry skin. */
export const DRY_STORIES: Record<string, () => Story> = {
  dry: () => wide('func', 620, shade(800, 780, 430, 60), oval(800, 684, 420, 132, 'url(#ball-stone)'), crackedClay(800, 560)),
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
        `${stroke('M270 360Q500 270 800 330', '#5A4034', 30, 'opacity=".85"')}${stroke('M290 500Q540 640 800 490', '#5A4034', 16)}${times(
          9,
          (i) => {
            const t = 0.08 + i * 0.105;
            const [x, y] = [290 + 510 * t, 500 + 280 * t - 290 * t * t];
            return stroke(`M${n(x)} ${n(y)}q${n((t - 0.5) * 30)} 22 ${n((t - 0.5) * 70)} 52`, '#5A4034', 8);
          },
        )}${times(4, (i) => stroke(`M${350 + i * 22} ${680 + i * 36}Q${560 + i * 6} ${770 + i * 34} ${790 - i * 14} ${650 + i * 40}`, '#B98468', 6, 'opacity=".75"'))}${times(3, (i) => stroke(`M850 ${500 + i * 26}Q900 ${480 + i * 44} 950 ${430 + i * 84}`, '#B98468', 6, 'opacity=".75"'))}`,
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
};
