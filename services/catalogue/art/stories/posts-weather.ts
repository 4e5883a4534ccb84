import { type Story, at, bottle, box, circle, oval, path, shade, stroke, times, wide } from './canvas.ts';
import { bead, cloud, drop, grass, hill, onGlass, plant, rain, steam, sun } from './nature.ts';
import { bowl, cup, helmet, mask, pane, table, umbrella } from './things.ts';
import { strand } from './post-parts.ts';

/** The pictures of the articles about substances and weather, by their slug. */
export const WEATHER_POST_STORIES: Record<string, () => Story> = {
  'hyaluronic-acid-needs-a-lid': () =>
    wide(
      'hydrate',
      600,
      steam(560, 330, 1, '#9CC4CF'),
      bowl(560, 660, 1.55, 'paint-clear'),
      bowl(1130, 790, 1.25, 'paint-clear'),
      `${path('M830 590C840 500 1000 460 1130 460S1420 500 1430 590Z', 'url(#paint-clay)')}${oval(1130, 590, 300, 40, '#B07A5C')}${circle(1130, 440, 40, 'url(#paint-clay)')}`,
      bead(330, 780, 26),
    ),
  'ceramides-in-good-company': () =>
    wide(
      'func',
      0,
      times(3, (r) =>
        times(24, (c) => {
          const colour = (['#B57B2C', '#0F4C3A', '#B06A58'] as const)[(c * 2 + r + (c % 5 === 0 ? 1 : 0)) % 3] ?? '#B57B2C';
          return strand(50 + c * 66, 90 + r * 300, colour, 100, false) + strand(50 + c * 66, 300 + r * 300 - 6, colour, 100, true);
        }),
      ),
      times(
        2,
        (r) =>
          box(0, 315 + r * 300, 1600, 60, '#CDE4EB', 0, 'opacity=".55"') +
          times(20, (i) => circle(40 + i * 82, 345 + r * 300 + (i % 3) * 8, 8, '#8FB9C7')),
      ),
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
            `${path('M-104 -44H104C96 -6 50 6 30 6H-30C-50 6 -96 -6 -104 -44Z', 'url(#paint-cloth)')}${oval(0, -44, 104, 24, '#DFE6E2')}${oval(0, -42, 20 + i * 12, 5 + i * 2.6, '#E7B76A')}`,
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
        120,
        40,
        960,
        640,
        `${box(0, 0, 960, 640, 'url(#paint-rain)')}${hill(520, 960, 160, '#8AA39B')}${hill(600, 960, 120, '#6E8A80', 90)}${rain(46, 960, 640)}${onGlass(0, 0, 960, 640, 34)}`,
      ),
      path('M1200 838C1250 812 1430 816 1490 842C1450 874 1260 876 1200 838Z', '#BCD3DC', 'opacity=".85"'),
      umbrella(1330, 838, 1.2, 9),
      cup(330, 716, 0.62, 'paint-clay'),
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
