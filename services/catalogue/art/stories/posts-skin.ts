import { type Story, bottle, box, circle, oval, path, shade, stroke, times, wide } from './canvas.ts';
import { bead, drop, leaf } from './nature.ts';
import { magnifier, sheet } from './things.ts';
import { brick } from './post-parts.ts';

/** The pictures of the first articles, by their slug. */
export const SKIN_POST_STORIES: Record<string, () => Story> = {
  'a-wall-thinner-than-paper': () =>
    wide(
      'lock',
      0,
      box(360, 0, 1240, 900, '#EBC980', 0, 'opacity=".75"'),
      times(7, (r) => times(6, (c) => (c === 0 && r % 2 ? '' : brick(380 + c * 250 - (r % 2) * 120, 22 + r * 126, 222, 96, r + c)))),
      path('M0 0H360C330 160 384 300 350 460C330 600 386 760 356 900H0Z', '#F3F8F9'),
      bead(200, 260, 92),
      bead(96, 520, 54),
      bead(250, 640, 68),
      bead(130, 790, 40),
      drop(300, 60, 26),
    ),
  'sensitive-or-thirsty': () =>
    wide(
      'hydrate',
      0,
      path('M0 0H800V900H0Z', '#F3E6D2'),
      leaf(400, 800, 2.2, -8, 'paint-grass'),
      stroke('M330 690L392 610L356 540L420 470M470 620L428 540L474 450L440 380', '#8C6B37', 8),
      leaf(1200, 800, 2.2, 8),
      bead(1150, 420, 44),
      bead(1260, 560, 60),
      bead(1190, 660, 30),
      bead(1250, 320, 24),
      drop(1350, 80, 34),
    ),
  'pores-have-no-doors': () =>
    wide(
      'func',
      620,
      times(5, (i) => {
        const x = 190 + i * 300,
          h = 420 - (i % 2) * 70;
        return `${shade(x, 760, 120, 26)}${path(`M${x - 110} 760V${760 - h}C${x - 110} ${760 - h - 120} ${x + 110} ${760 - h - 120} ${x + 110} ${760 - h}V760H${x + 66}V${772 - h}C${x + 66} ${760 - h - 60} ${x - 66} ${760 - h - 60} ${x - 66} ${772 - h}V760Z`, 'url(#paint-clay)')}${path(`M${x + 66} 760V${772 - h}C${x + 66} ${760 - h - 60} ${x + 40} ${760 - h - 52} ${x + 40} ${772 - h}V760Z`, '#9A6345')}`;
      }),
      bead(490, 800, 36, 'ball-amber'),
      bead(1090, 812, 26, 'ball-amber'),
    ),
  'read-a-label-in-three-minutes': () =>
    wide(
      'hydrate',
      640,
      sheet(1010, 450, 560, 860, 19, 5),
      bottle(9, 360, 800, 690),
      magnifier(960, 420, 210, 38),
      times(3, (i) => box(850 + i * 6, 360 + i * 64, 220 - i * 40, 22, '#0F4C3A', 8, 'opacity=".85"')),
    ),
  'niacinamide-meets-vitamin-c': () =>
    wide(
      'lock',
      0,
      circle(640, 450, 250, 'url(#ball-orange)'),
      circle(960, 450, 250, 'url(#ball-amber)', 'opacity=".92"'),
      path('M800 258A250 250 0 0 1 800 642A250 250 0 0 1 800 258Z', '#FFF1D8', 'opacity=".75"'),
      oval(540, 340, 56, 32, '#fff', 'opacity=".9" transform="rotate(-38 540 340)"'),
      oval(1080, 330, 40, 22, '#fff', 'opacity=".85" transform="rotate(38 1080 330)"'),
      times(
        9,
        (i) =>
          `<g transform="rotate(${i * 40} 250 720)">${path('M250 712C236 680 236 640 250 620C264 640 264 680 250 712Z', '#F2A65A')}</g>`,
      ),
      circle(250, 720, 118, 'none', 'stroke="#E58B36" stroke-width="18"'),
      bottle(12, 1370, 830, 270),
    ),
};
