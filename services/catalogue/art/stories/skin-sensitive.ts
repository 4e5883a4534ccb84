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
      `<radialGradient id="feather" gradientUnits="userSpaceOnUse" cx="-120" cy="-110" r="520"><stop offset="0" stop-color="#fff"/><stop offset=".6" stop-color="#F6F4F1"/><stop offset="1" stop-color="#DCD5CF"/></radialGradient>`,
      shade(770, 632, 300, 44, 0.24),
      at(
        800,
        560,
        1,
        `${path('M-330 62C-250 -60 -90 -150 120 -160C230 -164 310 -140 330 -112C312 -60 200 30 20 66C-110 92 -240 86 -330 62Z', 'url(#feather)')}${path('M-330 62C-240 86 -110 92 20 66C200 30 312 -60 330 -112C230 -40 60 20 -120 44C-210 56 -280 60 -330 62Z', '#CFC7C0', 'opacity=".45"')}${path('M-404 84C-260 60 60 0 330 -112C80 14 -240 74 -402 92Z', '#fff')}${times(
          10,
          (i) => {
            const [x, y] = [-250 + i * 42, 44 - i * 8 - (i * i) / 3];
            return stroke(`M${x} ${y}C${x + 16} ${y - 26} ${x + 44} ${y - 52} ${x + 78} ${y - 66}`, '#E3DCD6', 3, 'opacity=".8"');
          },
        )}`,
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
