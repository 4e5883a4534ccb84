import { at, bottle, box, circle, path, row, shade, type Story, story, stroke, times } from './canvas.ts';
import { hill, sun } from './nature.ts';
import { backOfHand } from './people.ts';
import { bow, bubble, card, coins, envelope, lock, pennant, pine, question, seal, star } from './share-parts.ts';
import { arrow, calendar, cup, magnifier, parcel, sheet, shelf, table } from './things.ts';

/** The proportion of a shared link's picture. */
const shared = (...rest: Parameters<typeof story> extends [number, number, ...infer Rest] ? Rest : never) => story(1200, 630, ...rest);

/** A spray of leaves, as a line. */
const SPRAY =
  'M-190 40C-90 30 40 0 190 -50M-110 32C-120 -20 -80 -50 -40 -56C-50 -20 -70 10 -110 32ZM-20 16C-30 60 10 96 60 92C50 50 20 26 -20 16ZM40 2C40 -50 80 -84 126 -84C120 -40 90 -14 40 2ZM100 -18C120 20 160 30 196 14C176 -20 140 -30 100 -18Z';

const PANELS = ['#D6E5EA', '#D9E8DC', '#F2E4C6', '#F0DAD2', '#DEDDEB'];

/** Pictures for shared links of pages that have no picture of this proportion: one for each page. */
export const SHARE_STORIES: Record<string, () => Story> = {
  list: () =>
    shared(
      'hydrate',
      0,
      times(5, (i) => box(i * 240, 0, 240, 630, PANELS[i] ?? '')),
      box(0, 520, 1200, 110, '#14211D', 0, 'opacity=".05"'),
      bottle(5, 120, 560, 400),
      bottle(9, 360, 560, 420),
      bottle(3, 600, 560, 330),
      bottle(11, 840, 560, 190),
      bottle(13, 1080, 560, 330),
    ),
  guide: () =>
    shared(
      'hydrate',
      430,
      row([5, 9, 3, 4, 7, 8, 11, 12], 118, 470, 2.35, 12),
      times(8, (i) => circle(186 + i * 118, 548, 11, i === 0 ? '#0F4C3A' : '#B9C4BF')),
      arrow('M210 548H1060', 'M1112 548L1050 518V578Z'),
    ),
  about: () =>
    shared(
      'cleanse',
      0,
      box(0, 0, 1200, 630, 'url(#paint-day)'),
      sun(930, 130, 56),
      hill(420, 1200, 150, '#BFD3C4'),
      hill(500, 1200, 90, '#9DBF9A', 120),
      times(11, (i) => pine(60 + i * 112, 500 + ((i * 53) % 70), 0.8 + ((i * 37) % 40) / 100)),
      box(0, 560, 1200, 70, '#477853'),
      bottle(11, 600, 596, 190),
    ),
  tattoo: () =>
    shared('hydrate', 0, backOfHand(880, 320, 1, -9, at(-430, 10, 1.2, stroke(SPRAY, '#14211D', 6), 6), 'url(#paint-tan)', '#E8C3A4')),
  benefits: () =>
    shared(
      'func',
      470,
      card(330, 300, 1.15, -6),
      at(
        880,
        560,
        1,
        `${shade(0, 0, 210, 30)}${box(-190, -250, 380, 250, 'url(#paint-paper)', 8)}${box(-36, -250, 72, 250, '#D07463')}${box(-210, -290, 420, 66, 'url(#paint-cloth)', 8)}${box(-36, -290, 72, 66, '#D07463')}`,
      ),
      bow(880, 272, 0.7),
    ),
  help: () =>
    shared(
      'hydrate',
      480,
      bubble(400, 240, 1.3, '#fff', question(0, 0, 0.9)),
      bubble(
        800,
        310,
        1.1,
        '#0F4C3A',
        times(3, (i) => circle(-64 + i * 64, 0, 18, '#fff')),
        true,
      ),
    ),
  contact: () =>
    shared('cleanse', 470, envelope(560, 540, 1.25), bubble(930, 210, 0.8, '#0F4C3A', stroke('M-62 2L-16 44L66 -40', '#fff', 20), true)),
  faq: () =>
    shared(
      'lock',
      0,
      times(3, (i) =>
        at(
          400 + i * 200,
          330,
          1,
          `${box(-146, -196, 300, 400, '#14211D', 14, 'opacity=".1"')}${box(-150, -200, 300, 400, 'url(#paint-paper)', 14)}${question(0, -34, 1.1)}${box(-90, 120, 180, 14, '#B9C4BF', 7)}${box(-90, 150, 110, 14, '#D5DDD9', 7)}`,
          -9 + i * 9,
        ),
      ),
    ),
  payment: () =>
    shared(
      'func',
      470,
      at(
        800,
        300,
        1,
        `${box(-214, -126, 440, 280, '#14211D', 22, 'opacity=".12"')}${box(-220, -140, 440, 280, 'url(#paint-brand)', 22)}${box(-176, -74, 76, 58, 'url(#paint-grass)', 10)}${times(4, (i) => box(-176 + i * 94, 36, 74, 16, '#fff', 8, 'opacity=".75"'))}${box(-176, 82, 140, 14, '#fff', 7, 'opacity=".5"')}`,
        8,
      ),
      sheet(430, 300, 260, 400, 7, -5, box(-100, 120, 200, 16, '#0F4C3A', 8)),
      coins(960, 560, 1),
    ),
  returns: () =>
    shared(
      'cleanse',
      480,
      parcel(560, 560, 1),
      calendar(820, 150, 280, 7, 1, [6]),
      arrow('M300 470C160 420 150 230 300 170', 'M350 152L284 134L306 202Z'),
    ),
  terms: () =>
    shared(
      'hydrate',
      0,
      sheet(520, 330, 400, 520, 9, -3),
      seal(690, 470, 1),
      at(820, 480, 1, `${stroke('M0 0L190 -300', '#14211D', 34)}${path('M-24 40L-16 -16L20 8Z', '#8A4417')}`),
    ),
  privacy: () => shared('cleanse', 480, sheet(450, 320, 340, 430, 6, 4), lock(770, 540, 1.25)),
  questionnaire: () =>
    shared(
      'lock',
      0,
      at(
        600,
        330,
        1,
        `${box(-226, -270, 460, 560, '#14211D', 18, 'opacity=".12"')}${box(-230, -280, 460, 560, 'url(#paint-wood)', 18)}${box(-200, -236, 400, 490, '#fff', 6)}${box(-80, -306, 160, 64, 'url(#paint-metal)', 14)}${times(4, (i) => `${circle(-146, -150 + i * 108, 24, '#fff', 'stroke="#7F8C86" stroke-width="6"')}${i === 1 ? circle(-146, -42, 13, '#0F4C3A') : ''}${box(-96, -160 + i * 108, 250 - ((i * 47) % 90), 20, i === 1 ? '#46544E' : '#B9C4BF', 10)}`)}`,
        -4,
      ),
      at(930, 480, 1, `${stroke('M0 0L150 -280', '#0F4C3A', 32)}${path('M-22 38L-15 -16L18 6Z', '#14211D')}`),
    ),
  search: () => shared('cleanse', 470, shelf(500, 1200), row([9, 3, 4, 7, 11], 250, 504, 2.9, 26), magnifier(690, 250, 140)),
  reviews: () =>
    shared(
      'func',
      470,
      times(5, (i) => star(280 + i * 160, 190, 66, i < 4 ? '#C27A3A' : '#E7CFA4')),
      sheet(380, 470, 340, 220, 3, -3),
      bottle(3, 720, 570, 300),
      bottle(11, 900, 570, 150),
    ),
  articles: () =>
    shared(
      'func',
      0,
      table(430, 1200, 630),
      at(
        520,
        360,
        1,
        `${shade(20, 170, 330, 40)}${path('M-330 150C-240 100 -90 110 0 160V-150C-90 -200 -240 -210 -330 -160Z', 'url(#paint-cloth)')}${path('M330 150C240 100 90 110 0 160V-150C90 -200 240 -210 330 -160Z', '#fff')}${times(6, (i) => stroke(`M-280 ${-110 + i * 38}C-200 ${-136 + i * 38} -110 ${-130 + i * 38} -40 ${-100 + i * 38}M40 ${-100 + i * 38}C110 ${-130 + i * 38} 200 ${-136 + i * 38} 280 ${-110 + i * 38}`, '#B9C4BF', 8))}`,
      ),
      cup(1010, 540, 1.2),
    ),
  campaigns: () => shared('lock', 490, pennant(0, 60, 1200, 9), row([5, 9, 3, 11], 330, 560, 2.7, 26)),
  gifts: () =>
    shared(
      'hand',
      480,
      [
        [330, 300, 230, '#D9E8DC'],
        [620, 360, 300, '#F2E4C6'],
        [900, 280, 190, '#D6E5EA'],
      ]
        .map(
          ([x, w, h, tint]) =>
            at(
              Number(x),
              570,
              1,
              `${shade(0, 0, Number(w) / 1.9, 26)}${box(-Number(w) / 2, -Number(h), Number(w), Number(h), 'url(#paint-paper)', 8)}${box(-Number(w) / 2, -Number(h), Number(w), 46, String(tint), 8)}${box(-20, -Number(h), 40, Number(h), '#0F4C3A')}`,
            ) + bow(Number(x), 570 - Number(h), 0.5, '#0F4C3A'),
        )
        .join(''),
    ),
};
