import { type Story, at, box, circle, oval, path, shade, stroke, times, wide } from './canvas.ts';
import { bead, drop, leaf } from './nature.ts';
import { magnifier } from './things.ts';
import { BRICK_PAINTS, brick } from './post-parts.ts';

/** What the lens shows: the lines of the label at more than twice their size. */
const label = `<clipPath id="lens"><circle cx="905" cy="400" r="208"/></clipPath><g clip-path="url(#lens)">${box(690, 180, 430, 440, '#FDFEFD')}${at(700, 220, 1, [380, 290, 420, 250].map((w, i) => box(20, i * 108, w, 46, i === 1 ? '#0F4C3A' : '#9FB3A9', 10)).join(''), 9)}</g>`;

/** A slice of an orange. */
const slice = (x: number, y: number, r: number) =>
  circle(x, y, r, '#E58B36') +
  circle(x, y, r * 0.9, '#FCE9CF') +
  times(
    10,
    (i) =>
      `<g transform="rotate(${i * 36} ${x} ${y})">${path(`M${x} ${y - r * 0.1}C${x - r * 0.1} ${y - r * 0.3} ${x - r * 0.3} ${y - r * 0.66} ${x - r * 0.2} ${y - r * 0.8}Q${x} ${y - r * 0.9} ${x + r * 0.2} ${y - r * 0.8}C${x + r * 0.3} ${y - r * 0.66} ${x + r * 0.1} ${y - r * 0.3} ${x} ${y - r * 0.1}Z`, i % 3 ? '#F2A65A' : '#F6B877')}</g>`,
  );

/** The pictures of the first articles, by their slug. */
export const SKIN_POST_STORIES: Record<string, () => Story> = {
  'a-wall-thinner-than-paper': () =>
    wide(
      'lock',
      0,
      BRICK_PAINTS,
      box(300, 0, 1300, 900, '#E9CB8E'),
      times(7, (r) => times(6, (c) => brick(380 + c * 250 - (r % 2) * 120, 22 + r * 126, 222, 96, r + c))),
      path('M0 0H388C358 160 412 300 378 460C358 600 414 760 384 900H0Z', '#A9783C', 'opacity=".2"'),
      path('M0 0H360C330 160 384 300 350 460C330 600 386 760 356 900H0Z', '#EEF5F6'),
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
      leaf(1120, 860, 2.6, 24),
      leaf(1130, 890, 1.2, -40),
      bead(1150, 420, 44),
      bead(1260, 560, 60),
      bead(1190, 660, 30),
      bead(1250, 320, 24),
      drop(1350, 80, 34),
    ),
  'pores-have-no-doors': () =>
    wide(
      'func',
      0,
      path('M0 690H700C740 700 744 760 752 900H0ZM1600 690H900C860 700 856 760 848 900H1600Z', '#E3B597'),
      path(
        'M0 520C200 508 420 526 610 520C690 516 724 530 742 570C764 640 768 720 772 900H700C690 760 600 704 420 706C260 708 120 696 0 704ZM1600 516C1400 506 1180 524 990 520C910 516 876 530 858 570C836 640 832 720 828 900H900C910 760 1000 704 1180 706C1340 708 1480 696 1600 704Z',
        'url(#paint-skin)',
      ),
      stroke('M0 520C200 508 420 526 610 520C690 516 724 530 742 570C764 640 768 720 772 900', '#C98F72', 5, 'opacity=".5"'),
      stroke('M1600 516C1400 506 1180 524 990 520C910 516 876 530 858 570C836 640 832 720 828 900', '#C98F72', 5, 'opacity=".5"'),
      times(11, (i) => oval(70 + i * 58, 610 + (i % 3) * 26, 24, 10, '#fff', 'opacity=".28"')),
      times(9, (i) => oval(1010 + i * 66, 606 + ((i * 2) % 3) * 28, 26, 10, '#fff', 'opacity=".28"')),
      stroke('M800 900C796 700 810 480 862 250C876 190 900 150 930 120', '#4A342B', 13),
      bead(792, 566, 44, 'ball-amber'),
      // The door that the pore has no use for.
      shade(1296, 528, 130, 20),
      at(
        1180,
        522,
        1,
        `${box(0, -390, 220, 390, 'url(#paint-wood)', 8)}${box(30, -356, 160, 128, '#A97744', 6)}${box(30, -198, 160, 158, '#A97744', 6)}${stroke('M34 -232H186M34 -44H186', '#E0BC8E', 5, 'opacity=".7"')}${circle(24, -208, 15, 'url(#paint-metal)')}${box(214, -340, 14, 56, 'url(#paint-metal)', 4)}${box(214, -110, 14, 56, 'url(#paint-metal)', 4)}`,
        7,
      ),
    ),
  'read-a-label-in-three-minutes': () =>
    wide(
      'hydrate',
      0,
      at(
        760,
        470,
        1,
        `${box(-288, -640, 600, 1300, '#14211D', 6, 'opacity=".1"')}${box(-300, -660, 600, 1300, 'url(#paint-paper)', 6)}${times(21, (i) => box(-236, -560 + i * 54, 260 + ((i * 97) % 210), 18, i < 8 ? '#9FB3A9' : '#C6D0CB', 4))}${stroke('M-236 -88H236', '#A8623A', 5, 'stroke-dasharray="4 18"')}`,
        9,
      ),
      label,
      magnifier(905, 400, 215, 30),
    ),
  'niacinamide-meets-vitamin-c': () =>
    wide(
      'lock',
      0,
      slice(90, 830, 300),
      circle(660, 420, 290, 'url(#ball-orange)'),
      circle(1035, 520, 185, 'url(#ball-amber)', 'opacity=".95"'),
      `<clipPath id="meet"><circle cx="660" cy="420" r="290"/></clipPath><g clip-path="url(#meet)">${circle(1035, 520, 185, '#FFF1D8', 'opacity=".8"')}</g>`,
      oval(546, 292, 66, 36, '#fff', 'opacity=".9" transform="rotate(-38 546 292)"'),
      oval(1110, 420, 32, 18, '#fff', 'opacity=".85" transform="rotate(30 1110 420)"'),
      bead(1330, 690, 46, 'ball-amber'),
      bead(1432, 640, 22, 'ball-orange'),
    ),
};
