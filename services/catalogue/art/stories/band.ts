import type { CareStep } from '@nordhaut/contracts';
import { TINTS } from '../palette.ts';
import { at, box, circle, oval, path, shade, type Story, story, stroke, times } from './canvas.ts';
import { bead, drop } from './nature.ts';
import { backOfHand } from './people.ts';

const WIDTH = 2400;
const HEIGHT = 900;

/** Light from above, so that a hand across the whole picture shows no stripes. Fingers behind the first one are darker. */
const SKIN = ['band-skin', '#F9E4D5', '#ECC6AE', '#CC987B'] as const;
const BEHIND = ['band-behind', '#EFCFBA', '#DCAE94', '#C08A6D'] as const;
const downwards = ([id, light, middle, dark]: readonly [string, string, string, string]): string =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`;
/** Towards the wrist the thumb becomes the palm. */
const THUMB_SKIN =
  '<linearGradient id="band-thumb"><stop offset="0" stop-color="#F9E4D5"/><stop offset=".5" stop-color="#EFCBB4"/><stop offset=".66" stop-color="#EBC4AB"/><stop offset=".97" stop-color="#E9C1A7" stop-opacity="0"/></linearGradient>';
const LINE = '#A86F54';

/** The label's tint from edge to edge, which is also the page's around it. The left third stays free for words. */
const band = (step: CareStep, ...content: string[]): Story =>
  story(
    WIDTH,
    HEIGHT,
    step,
    0,
    `<defs>${downwards(SKIN)}${downwards(BEHIND)}${THUMB_SKIN}</defs>`,
    box(0, 0, WIDTH, HEIGHT, TINTS[step].label),
    ...content,
  );

const FINGERS_BEHIND = [
  'M1400 660C1290 570 1150 486 1016 424C968 402 936 430 952 458C966 482 1012 502 1062 530C1182 596 1262 650 1350 710Z',
  'M1360 660C1220 570 1050 492 884 442C832 428 806 458 822 484C834 506 882 522 932 540C1062 588 1182 650 1290 730Z',
  'M1320 660C1170 580 986 510 802 474C750 464 730 498 748 520C760 540 802 552 852 564C1002 600 1142 660 1270 750Z',
];
const PALM =
  'M2420 640C2290 628 2170 602 2070 590C1980 580 1910 562 1840 568C1750 576 1680 626 1560 644C1440 662 1340 644 1260 616C1120 570 980 544 862 524C812 516 786 544 798 570C806 592 838 600 880 606C1000 626 1110 668 1200 722C1290 780 1400 826 1540 840C1700 854 1860 850 2000 864C2140 878 2300 900 2420 916Z';
const THUMB =
  'M2040 660C1930 566 1800 500 1690 468C1616 446 1566 438 1524 450C1486 462 1490 500 1526 514C1594 540 1650 570 1704 626C1770 694 1900 742 2010 724Z';

/** An open hand that comes from the right. What is `held` lies in its hollow, around HOLLOW. */
const open = (...held: string[]): string =>
  [
    ...FINGERS_BEHIND.map((d) => path(d, 'url(#band-behind)') + stroke(d.split('C', 2).join('C'), '#fff', 3, 'opacity=".25"')),
    path(PALM, 'url(#band-skin)'),
    stroke('M1270 652C1360 706 1500 728 1640 700', LINE, 5, 'opacity=".28"'),
    stroke('M1096 580q10 24 -2 48M964 548q10 22 0 44', LINE, 4, 'opacity=".25"'),
    ...held,
    path(THUMB, 'url(#band-thumb)'),
    stroke('M1526 514C1594 540 1650 570 1704 626C1742 666 1780 690 1820 706', LINE, 4, 'opacity=".35"'),
    oval(1546, 462, 36, 13, '#FBEDE3', 'opacity=".95" transform="rotate(12 1546 462)"'),
    stroke('M1668 486q-4 20 -18 34M1690 492q-4 22 -18 38', LINE, 3, 'opacity=".3"'),
  ].join('');
const HOLLOW = { x: 1_420, y: 650 };

/** The back of a hand that comes from the right. `on`: drawn in its own units, in the middle of the back. */
const back = (...on: string[]): string =>
  `<g transform="translate(${WIDTH} 0) scale(-1 1)">${backOfHand(840, 520, 1.2, 0, on.join(''), 'url(#band-skin)')}</g>`;

/** A pipette from above, its tip at x, y. */
const pipette = (x: number, y: number, liquid: string): string =>
  at(
    x,
    y - 640,
    1.5,
    `${path('M-26 0H26L14 400C14 430 -14 430 -14 400Z', '#FFFFFF', 'opacity=".5"')}${path('M-17 290H17L10 402C8 422 -8 422 -10 402Z', liquid)}${stroke('M-26 0L-14 400C-14 430 14 430 14 400L26 0', '#8A9892', 3)}${stroke('M-12 20L-7 380', '#fff', 5, 'opacity=".9"')}`,
  );

/** One drop has fallen and one falls. */
const twoDrops = (paint: string, liquid: string): string =>
  pipette(HOLLOW.x, 250, liquid) + drop(HOLLOW.x, 330, 44, paint) + bead(HOLLOW.x - 6, HOLLOW.y - 40, 62, paint);

/** A flat pool in the hollow. */
const pool = (): string =>
  oval(HOLLOW.x - 6, HOLLOW.y - 8, 176, 30, '#6E9A84', 'opacity=".5"') +
  oval(HOLLOW.x - 6, HOLLOW.y - 14, 172, 28, 'url(#paint-water)') +
  stroke(
    `M${HOLLOW.x - 130} ${HOLLOW.y - 22}Q${HOLLOW.x - 60} ${HOLLOW.y - 38} ${HOLLOW.x + 20} ${HOLLOW.y - 36}`,
    '#fff',
    9,
    'opacity=".9"',
  );

/** A heap of fine foam. */
const foam = (): string =>
  times(46, (i) => {
    const [along, high] = [((i * 61) % 97) / 97, ((i * 37) % 53) / 53];
    const x = HOLLOW.x - 190 + along * 330;
    const top = 170 * Math.sin(Math.PI * (0.12 + along * 0.76));
    return circle(x, HOLLOW.y - 40 - top * high, 24 + ((i * 29) % 5) * 7, '#fff', 'stroke="#C7DCE4" stroke-width="4"');
  });

/** Cream with a peak, where it was taken with a finger. */
const dollop = (s: number, light: string, dark: string): string =>
  shade(10, 30 * s, 150 * s, 40 * s, 0.26) +
  at(
    0,
    0,
    s,
    `${path('M-150 6C-156 -50 -96 -84 -40 -92C-10 -112 4 -150 44 -166C36 -130 56 -108 90 -84C146 -62 162 -20 142 12C108 52 -116 56 -150 6Z', `url(#${light})`)}${stroke('M-112 -18C-60 -60 20 -58 82 -30M-70 18C-20 -10 50 -10 104 12', dark, 7, 'opacity=".55"')}${stroke('M-96 -44C-66 -68 -40 -74 -14 -84C10 -98 20 -122 36 -146', '#fff', 9, 'opacity=".95"')}`,
  );

/** A ribbon as it comes from a tube. */
const ribbon = (d: string, colour: string, dark: string): string =>
  `<g transform="translate(8 16)">${stroke(d, '#14211D', 66, 'opacity=".14"')}</g>${stroke(d, dark, 66)}${stroke(d, colour, 56)}<g transform="translate(-4 -14)">${stroke(d, '#fff', 14, 'opacity=".9"')}</g>`;

/** Clear gel, spread with one finger. */
const gel = (d: string): string =>
  path(d, 'url(#paint-clear)', 'stroke="#8FB9A4" stroke-width="5"') +
  stroke('M-236 -20C-190 -66 -96 -78 -6 -66', '#fff', 18, 'opacity=".9"') +
  stroke('M90 -58C130 -62 166 -66 200 -62', '#fff', 12, 'opacity=".75"');

/** What a hand takes of a product, for the band across its page. By the name of the product's pictures. */
export const BAND_STORIES: Record<string, () => Story> = {
  'gentle-cleanser': () => band('cleanse', open(foam())),
  'balancing-toner': () => band('hydrate', open(pool(), drop(HOLLOW.x, 250, 50))),
  'repair-essence': () => band('func', open(twoDrops('ball-cream', '#F7EBD6'))),
  'soothing-gel': () =>
    band(
      'hydrate',
      back(
        gel('M-290 0C-270 -92 -140 -104 -10 -92C90 -84 150 -92 214 -84C262 -76 258 -24 210 -14C130 4 60 34 -60 48C-180 60 -300 62 -290 0Z'),
      ),
    ),
  'firming-essence': () => band('func', back(bead(-110, -20, 62, 'ball-amber'), bead(70, 30, 46, 'ball-amber'))),
  'clarifying-essence': () => band('func', open(twoDrops('ball-water', '#D8E6E4'))),
  'moisturising-cream': () => band('lock', back(dollop(1.05, 'ball-cream', '#D9C0B2'))),
  'whitening-cream': () => band('lock', back(dollop(0.62, 'ball-egg', '#CDB59A'))),
  'hand-cream': () => band('hand', back(ribbon('M-270 30C-210 -60 -140 -60 -100 0S10 70 60 0S150 -70 196 -30', '#F3F1F8', '#C9C5D9'))),
  'tattoo-care-gel': () =>
    band(
      'hydrate',
      back(
        gel(
          'M-300 10C-290 -60 -180 -84 -40 -78C70 -72 170 -86 226 -74C252 -66 248 -34 214 -26C120 -6 20 0 -90 26C-180 46 -304 60 -300 10Z',
        ),
      ),
    ),
  'overnight-mask': () => band('lock', open(at(HOLLOW.x - 10, HOLLOW.y - 50, 1.1, dollop(1, 'ball-cream', '#D9C0B2')))),
};
