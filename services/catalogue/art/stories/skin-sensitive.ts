import { type Story, at, box, circle, oval, path, row, shade, square, stroke, times, wide } from './canvas.ts';
import { bead, cloud, drop, leaf, steam, sun } from './nature.ts';
import { cheeks, face, hand, palm } from './people.ts';
import { bowl, calendar, drawer, mask, tap } from './things.ts';
import { flake, head, lens } from './skin-parts.ts';

/** The pictures of the page for sensitive skin. */
export const SENSITIVE_STORIES: Record<string, () => Story> = {
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
};
