import { combed, courses, dish, drop, dunes, leaf, on, put, skin, slab } from '../relief/motifs.ts';
import { type Place, foam, pool, ribbon, smear, swirl, together } from '../relief/shapes.ts';
import {
  GROUND,
  INK_LINE,
  type Scene,
  amber,
  blue,
  each,
  edge,
  gel,
  green,
  lilac,
  line,
  luck,
  milk,
  orange,
  rose,
  rust,
  sand,
  spread,
  stone,
  white,
} from './still-paints.ts';

const SPRIG: readonly Place[] = [
  [-0.62, 0.2],
  [-0.36, 0.05],
  [0, -0.03],
  [0.44, -0.2],
];
const WALL = courses(0.36, 0.2, 0.011, 0.036, 3);
const LID = smear({ through: line(0.3, -0.02, 0.86, -0.05), width: 0.21, high: 0.03, seed: 15 });
const FURROWS = combed(17, 0.02, 2);

/** The pictures of the articles. */
export const POST_STILLS: Readonly<Record<string, () => Scene>> = {
  'living-with-the-northeast-wind': () => ({ ground: GROUND.func, seed: 3, contents: [sand(dunes(5.2, 0.042, 4))] }),
  'a-wall-thinner-than-paper': () => ({
    ground: GROUND.func,
    seed: 5,
    contents: [
      { ...amber(() => 0.016), clear: 0.1, gloss: 0.5, colour: '#EAD9B4', shade: '#C2A56B' },
      stone(WALL),
      gel(
        on(
          (x, y) => Math.max(0.04, WALL(x, y)),
          together(
            drop(-0.5, -0.13, 0.075, 0.05),
            drop(-0.34, 0.04, 0.03, 0.022),
            drop(0.36, 0.2, 0.05, 0.036),
            drop(0.52, -0.24, 0.024, 0.018),
          ),
        ),
      ),
    ],
  }),
  'hands-that-wash-all-day': () => ({
    ground: GROUND.hand,
    seed: 13,
    contents: [
      lilac(
        together(
          each(19, (i) => put(swirl(0.062, 0.042, i + 3, 7), -0.6 + (i % 5) * 0.3, -0.3 + Math.floor(i / 5) * 0.2, i * 40)),
          smear({
            through: [
              [0.56, 0.31],
              [0.66, 0.29],
              [0.76, 0.31],
              [0.9, 0.27],
            ],
            width: 0.05,
            high: 0.02,
            seed: 4,
            ridged: 0.7,
          }),
        ),
      ),
    ],
  }),
  'read-a-label-in-three-minutes': () => ({
    ground: GROUND.hydrate,
    seed: 8,
    contents: [
      gel(
        each(9, (i) => {
          const r = 0.15 * 0.76 ** i;
          // Each touches the place where the one before ends, and a third of its radius beyond.
          return drop(-0.5 + 1.25 * (1 - 0.76 ** i), 0.02 - (0.15 - r) * 0.2, r, r * 0.42, 0.75);
        }),
      ),
    ],
  }),
  'three-bottles-are-enough': () => ({
    ground: GROUND.oat,
    seed: 11,
    contents: [
      blue(put(foam(0.2, 0.08, 2), -0.54, 0.03)),
      gel(
        put(
          pool(
            [
              [-0.04, 0.03, 0.13],
              [0.07, -0.03, 0.1],
            ],
            0.036,
            0.06,
          ),
          0.02,
          0,
        ),
      ),
      rose(put(swirl(0.19, 0.08, 11), 0.54, -0.02)),
    ],
  }),
  'sensitive-or-thirsty': () => ({
    ground: GROUND.hydrate,
    seed: 21,
    contents: [
      rust(put(leaf(0.15, 0.07, 1, 1), -0.42, 0.03, -62, 0.86)),
      green(put(leaf(0.16, 0.05, 4), 0.4, 0.02, -58, 0.92)),
      gel(
        on(
          put(leaf(0.16, 0.05, 4), 0.4, 0.02, -58, 0.92),
          together(
            drop(0.44, -0.16, 0.042, 0.034),
            drop(0.36, 0.02, 0.03, 0.024),
            drop(0.47, -0.02, 0.018, 0.014),
            drop(0.33, 0.17, 0.022, 0.017),
          ),
        ),
      ),
    ],
  }),
  'pores-have-no-doors': () => ({
    ground: GROUND.lock,
    seed: 9,
    contents: [rose(skin(8, 0.03, 2)), gel(on(() => 0.03, together(drop(0.3, -0.04, 0.14, 0.07, 0.85), drop(0.54, 0.16, 0.045, 0.03))))],
  }),
  'niacinamide-meets-vitamin-c': () => ({
    ground: GROUND.oat,
    seed: 17,
    contents: [
      orange(pool([[-0.2, 0.03, 0.19]], 0.085, 0.15)),
      amber(pool([[0.19, -0.04, 0.165]], 0.075, 0.13)),
      milk(drop(0.64, 0.22, 0.05, 0.04)),
    ],
  }),
  'hyaluronic-acid-needs-a-lid': () => ({
    ground: GROUND.cleanse,
    seed: 14,
    contents: [
      gel(
        pool(
          [
            [-0.36, 0.06, 0.2],
            [-0.1, -0.04, 0.2],
            [0.16, 0.04, 0.18],
          ],
          0.045,
          0.08,
        ),
      ),
      white((x, y) => {
        const cream = LID(x, y);
        return cream > 0 ? cream + 0.045 * Math.min(1, cream / 0.014) : 0;
      }),
    ],
  }),
  'ceramides-in-good-company': () => ({
    ground: GROUND.oat,
    seed: 6,
    contents: [
      white(smear({ through: line(0, -0.27, 1.2), width: 0.105, high: 0.036, seed: 6 })),
      sand(smear({ through: line(0.04, 0, 1.26), width: 0.105, high: 0.038, seed: 16 })),
      rose(smear({ through: line(-0.02, 0.27, 1.18), width: 0.105, high: 0.036, seed: 26 })),
    ],
  }),
  'half-a-percent-of-salicylic-acid': () => ({
    ground: GROUND.func,
    seed: 12,
    contents: [
      stone(each(6, (i) => put(dish(0.135, 0.03, 0.045, 0.012), -0.42 + (i % 3) * 0.42, -0.2 + Math.floor(i / 3) * 0.4))),
      amber(
        on(
          () => 0.012,
          each(6, (i) => drop(-0.42 + (i % 3) * 0.42 - 0.006, -0.196 + Math.floor(i / 3) * 0.4, 0.055, 0.034, 0.9)),
        ),
      ),
    ],
  }),
  'plum-rain-notes': () => ({
    ground: GROUND.rain,
    seed: 19,
    contents: [
      {
        ...gel(
          each(74, (i) => {
            const r = 0.012 + 0.042 * luck(i * 3) ** 2.4;
            const [x, y] = [-0.86 + 1.74 * luck(i * 7 + 1), -0.48 + 0.97 * luck(i * 11 + 2)];
            const own = drop(x, y, r, r * 0.62);
            // Drops on a window hang: longer above their middle.
            return (px, py) => (Math.abs(px - x) > r ? 0 : own(px, y + (py - y) * (py < y ? 0.72 : 1.04)));
          }),
        ),
        colour: '#E6EFF1',
      },
    ],
  }),
  'eight-hours-of-cold-air': () => ({
    ground: GROUND.cleanse,
    seed: 7,
    contents: [
      { ...blue(FURROWS), colour: '#EEF4F6' },
      gel(on(() => 0.015, together(drop(0.42, 0.08, 0.1, 0.06), drop(0.6, -0.12, 0.03, 0.022)))),
    ],
  }),
  'the-scooter-commute': () => ({
    ground: GROUND.kraft,
    seed: 4,
    contents: [
      {
        ...stone(
          (x, y) =>
            0.006 +
            0.013 * luck(Math.floor(x * 150) * 31 + Math.floor(y * 150) * 17) * edge(Math.abs(y - 0.05 * Math.sin(x * 2.2) - 0.02) - 0.16),
        ),
        colour: '#CFC7B8',
        shade: '#857C6C',
      },
      spread(on(() => 0.008, smear({ through: line(0.05, 0.03, 1.3, 0.04), width: 0.13, high: 0.034, seed: 18, ridged: 0.45 }))),
    ],
  }),
  'seven-days-with-a-sample': () => ({
    ground: GROUND.lock,
    seed: 10,
    contents: [
      white(
        together(
          smear({ through: line(-0.6, 0.01, 0.2, 0.008), width: 0.06, high: 0.02, seed: 9, ridged: 0.8 }),
          each(6, (i) => put(swirl(0.07, 0.048, i * 3 + 2, 7), -0.35 + i * 0.2, 0.01 * (i % 2), i * 50)),
        ),
      ),
    ],
  }),
  'looking-after-a-new-tattoo': () => ({
    ground: GROUND.lock,
    seed: 15,
    contents: [
      {
        ...INK_LINE,
        shape: together(
          ribbon({ through: SPRIG, width: 0.011, high: 0.01, seed: 2 }),
          each(7, (i) => {
            const size = 0.2 - i * 0.011;
            const [x, y] = i % 2 ? [0.39, 0.31] : [0.2, -0.45];
            return put(leaf(0.17, 0.05, i), -0.38 + i * 0.115 + x * size, 0.05 - 0.033 * i + y * size, i % 2 ? 38 : -66, size);
          }),
        ),
      },
      gel(together(drop(0.58, 0.17, 0.085, 0.05), drop(0.44, 0.28, 0.022, 0.016))),
    ],
  }),
  'why-nothing-smells-of-roses': () => ({
    ground: GROUND.oat,
    seed: 2,
    contents: [{ ...white(put(swirl(0.36, 0.15, 31, 16), 0, 0)), shade: '#C9C2B6' }],
  }),
  'a-box-flies-to-taoyuan': () => ({
    ground: GROUND.rain,
    seed: 22,
    contents: [
      { ...sand(put(slab(0.72, 0.5, 0.075, 0.014), 0.02, 0, -8)), colour: '#DDBF95', shade: '#8F6D44' },
      { ...sand(put(slab(0.72, 0.11, 0.0785, 0.004), 0.02, 0, -8)), colour: '#EAD6B6', shade: '#A98A60', gloss: 0.4 },
      { ...stone(put(slab(0.2, 0.13, 0.0795, 0.003), 0.22, 0.11, -8)), colour: '#FBFAF6' },
    ],
  }),
};
