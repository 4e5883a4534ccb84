import { type Story, at, bottle, box, circle, oval, path, shade, stroke, times, wide } from './canvas.ts';
import { cloud, drop, grass, hill, onGlass, plant, rain, steam, sun } from './nature.ts';
import { bowl, cup, helmet, mask, pane, table, umbrella } from './things.ts';
import { LIPIDS, lipidDish, millefeuille } from './post-parts.ts';

/** The pictures of the articles about substances and weather, by their slug. */
export const WEATHER_POST_STORIES: Record<string, () => Story> = {
  'hyaluronic-acid-needs-a-lid': () =>
    wide(
      'hydrate',
      600,
      bowl(520, 640, 1.5, 'paint-clear'),
      steam(520, 392, 0.9, '#9CC4CF'),
      bowl(1120, 800, 1.2, 'paint-clear'),
      // The lid lies on the rim: its edge covers the rim of the bowl.
      path('M828 628C828 676 960 706 1120 706S1412 676 1412 628V612H828Z', '#9A6345'),
      path('M828 612C828 560 960 532 1120 532S1412 560 1412 612C1412 660 1280 690 1120 690S828 660 828 612Z', 'url(#paint-clay)'),
      oval(1120, 552, 66, 18, '#A86F50'),
      path('M1082 548V512C1082 490 1158 490 1158 512V548C1158 562 1082 562 1082 548Z', 'url(#paint-clay)'),
      oval(1120, 508, 38, 13, '#E2B79C'),
    ),
  'ceramides-in-good-company': () =>
    wide(
      'func',
      620,
      bottle(3, 1290, 760, 470),
      shade(620, 790, 400, 40),
      oval(620, 780, 430, 70, '#DDE4E1'),
      oval(620, 768, 430, 70, '#FDFEFD'),
      oval(620, 764, 330, 48, '#EFF3F1'),
      millefeuille(620, 776),
      LIPIDS.map(([x, y, r, paint, count]) => lipidDish(x, y, r, paint, count)).join(''),
    ),
  'half-a-percent-of-salicylic-acid': () =>
    wide(
      'func',
      560,
      times(
        6,
        (i) =>
          shade(180 + i * 250, 780, 100, 22) +
          at(
            180 + i * 250,
            770,
            1,
            `${path('M-104 -44H104C96 -6 50 6 30 6H-30C-50 6 -96 -6 -104 -44Z', 'url(#paint-cloth)')}${oval(0, -44, 104, 24, '#DFE6E2')}${oval(0, -42, 52, 11, '#E7B76A')}`,
          ),
      ),
      at(
        680,
        60,
        1,
        `${box(-34, -80, 68, 130, 'url(#cap)', 14)}${path('M-22 50H22L14 360C14 400 -14 400 -14 360Z', 'url(#paint-clear)', 'stroke="#9AA6A1" stroke-width="3"')}${path('M-15 220H15L10 370C8 390 -8 390 -10 370Z', '#E7B76A')}`,
      ),
      drop(680, 480, 22, 'ball-amber'),
    ),
  'plum-rain-notes': () =>
    wide(
      'cleanse',
      700,
      pane(
        240,
        30,
        1120,
        620,
        `${box(0, 0, 1120, 620, 'url(#paint-rain)')}${hill(500, 1120, 160, '#8AA39B')}${hill(580, 1120, 120, '#6E8A80', 90)}${rain(50, 1120, 620)}${onGlass(0, 0, 1120, 620, 36)}`,
      ),
      // The sill in front of the window, as deep as the things on it need.
      box(60, 684, 1480, 150, '#FFFFFF'),
      box(60, 684, 1480, 14, '#14211D', 0, 'opacity=".07"'),
      box(60, 834, 1480, 34, '#D5DEE0'),
      oval(1010, 784, 330, 16, '#14211D', 'opacity=".12"'),
      umbrella(700, 766, 1.08, 88),
      times(4, (i) => oval(650 - i * 34, 792 + (i % 2) * 14, 15 - i * 2, 6 - i * 0.6, 'url(#ball-water)')),
      cup(360, 796, 0.72, 'paint-clay'),
    ),
  'living-with-the-northeast-wind': () =>
    wide(
      'cleanse',
      560,
      box(0, 0, 1600, 560, 'url(#paint-day)'),
      cloud(360, 150, 1.1),
      cloud(980, 110, 0.8),
      box(0, 500, 1600, 120, 'url(#paint-sea)'),
      times(9, (i) => stroke(`M${60 + i * 180} ${530 + (i % 3) * 22}q40 -14 80 0`, '#fff', 5, 'opacity=".6"')),
      times(3, (i) => {
        const x = 1050 + i * 190,
          s = 1 - i * 0.16;
        return at(
          x,
          505,
          s,
          `${path('M-9 0L-5 -300H5L9 0Z', '#F4F7F6')}${times(3, (k) => `<g transform="translate(0 -300) rotate(${k * 120 + i * 34})">${path('M-6 0C-16 -60 -8 -130 0 -150C6 -130 8 -60 6 0Z', '#fff', 'stroke="#C9D1CE" stroke-width="2"')}</g>`)}${circle(0, -300, 10, '#9AA6A1')}`,
        );
      }),
      hill(720, 1600, 130, '#D9C89A'),
      times(9, (i) => grass(60 + i * 128 + (i % 2) * 40, 900, 1.15 + (i % 3) * 0.22, 150 + (i % 4) * 26)),
      stroke('M620 250C760 220 860 270 980 236M120 330C260 300 400 346 520 316', '#fff', 8, 'opacity=".8"'),
    ),
  'eight-hours-of-cold-air': () =>
    wide(
      'hydrate',
      0,
      `${box(430, 50, 760, 190, 'url(#paint-paper)', 26)}${box(470, 186, 680, 30, '#C4CECA', 12)}${times(7, (i) => box(480 + i * 96, 192, 78, 6, '#94A29B', 3))}${circle(1130, 100, 8, '#1B6E43')}`,
      times(6, (i) => stroke(`M${520 + i * 116} 250q${-30 + i * 6} 90 0 170t${10 - i * 4} 130`, '#A9CBD8', 9, 'opacity=".75"')),
      table(650, 1600, 900),
      cup(330, 790, 1.2),
      bottle(32, 760, 800, 330),
      bottle(13, 990, 830, 300),
      plant(1350, 800, 1.15),
    ),
  'the-scooter-commute': () =>
    wide(
      'func',
      700,
      box(0, 0, 1600, 700, 'url(#paint-dusk)'),
      sun(1230, 430, 130),
      times(
        11,
        (i) =>
          box(i * 150 - 20, 430 + ((i * 67) % 150), 128, 320, ['#8C90A4', '#9A98A6', '#7E859B'][i % 3] ?? '', 2) +
          times(4, (k) => box(4 + i * 150, 470 + ((i * 67) % 150) + k * 50, 22, 24, '#F3DCC0', 0, 'opacity=".55"')),
      ),
      box(0, 700, 1600, 200, '#59605F'),
      times(5, (i) => box(40 + i * 340, 800, 190, 14, '#F4F7F6', 0, 'opacity=".75"')),
      stroke('M180 760C320 560 420 500 640 500C760 500 800 470 850 420', '#2B332F', 42),
      stroke('M790 480L880 400', '#14211D', 56),
      `${circle(380, 330, 74, '#2B332F')}${circle(380, 330, 60, 'url(#paint-water)')}${stroke('M400 400L520 510', '#2B332F', 16)}`,
      helmet(700, 480, 1.05),
      at(900, 500, 1, stroke('M-20 -90V0', '#E3E9E6', 8)),
      mask(960, 610, 0.72, 10),
    ),
};
