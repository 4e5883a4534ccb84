import { combed, dish, drop, leaf, on, pebble, put } from '../relief/motifs.ts';
import { foam, pool, ribbon, smear, swirl, together } from '../relief/shapes.ts';
import {
  GROUND,
  type Scene,
  amber,
  blue,
  each,
  edge,
  gel,
  green,
  lilac,
  line,
  milk,
  rose,
  rust,
  sand,
  spread,
  stone,
  white,
} from './still-paints.ts';

const MOON = swirl(0.27, 0.09, 8, 5);
const RAKED = combed(15, 0.022, 5, 1);

/** The pictures of the campaigns. */
export const CAMPAIGN_STILLS: Readonly<Record<string, () => Scene>> = {
  'autumn-barrier-care': () => ({
    ground: GROUND.func,
    seed: 31,
    contents: [
      rust(put(leaf(0.2, 0.07, 2, 0.4), -0.4, 0.02, -38, 0.9)),
      milk(
        put(
          smear({
            through: [
              [-0.3, 0.1],
              [-0.1, 0],
              [0.12, -0.02],
              [0.4, -0.16],
            ],
            width: 0.13,
            high: 0.036,
            seed: 3,
            ridged: 0.7,
          }),
          0.42,
          0.04,
        ),
      ),
    ],
  }),
  'skin-consultation-day': () => ({
    ground: GROUND.hand,
    seed: 32,
    contents: [
      stone(together(put(dish(0.27, 0.035, 0.08, 0.02), -0.34, 0), put(dish(0.2, 0.03, 0.065, 0.018), 0.36, 0.06))),
      lilac(on(() => 0.02, put(swirl(0.17, 0.07, 5), -0.34, 0))),
      gel(on(() => 0.018, put(pool([[0, 0, 0.13]], 0.03, 0.07), 0.36, 0.06))),
    ],
  }),
  'sets-fifteen-percent-off': () => ({
    ground: GROUND.lock,
    seed: 33,
    contents: [
      blue(put(smear({ through: line(0, 0, 0.66), width: 0.1, high: 0.036, seed: 1 }), -0.6, 0, -90)),
      spread(put(smear({ through: line(0, 0, 0.62), width: 0.095, high: 0.034, seed: 2, ridged: 0.5 }), -0.3, 0.01, -90)),
      sand(put(smear({ through: line(0, 0, 0.68), width: 0.1, high: 0.036, seed: 3 }), 0, 0, -90)),
      white(put(smear({ through: line(0, 0, 0.63), width: 0.1, high: 0.036, seed: 4 }), 0.3, 0.015, -90)),
      rose(put(smear({ through: line(0, 0, 0.67), width: 0.1, high: 0.036, seed: 5 }), 0.6, 0, -90)),
    ],
  }),
  'all-products-free-sample': () => ({
    ground: GROUND.oat,
    seed: 34,
    contents: [
      blue(put(foam(0.105, 0.05, 2), -0.54, -0.2)),
      gel(together(drop(-0.18, -0.2, 0.1, 0.04, 0.6), drop(0.54, -0.2, 0.1, 0.06))),
      milk(put(pool([[0, 0, 0.1]], 0.045, 0.08), 0.18, -0.2)),
      // 05 has no sample.
      amber(drop(-0.18, 0.2, 0.1, 0.055, 0.8)),
      white(put(swirl(0.11, 0.06, 7), 0.18, 0.2)),
      rose(put(swirl(0.11, 0.06, 12), 0.54, 0.2, 120)),
    ],
  }),
  'three-for-your-hands': () => ({
    ground: GROUND.hand,
    seed: 35,
    contents: [
      lilac(
        each(3, (i) =>
          put(
            ribbon({
              through: [
                [-0.7, 0.03],
                [-0.35, -0.06],
                [0, 0.04],
                [0.35, -0.05],
                [0.68, 0.02],
              ],
              width: 0.072,
              high: 0.07,
              seed: 13 + i,
            }),
            0.02 * (i - 1),
            -0.27 + i * 0.27,
          ),
        ),
      ),
    ],
  }),
  'beauticians-thank-you': () => ({
    ground: GROUND.func,
    seed: 36,
    contents: [
      stone(
        together(
          put(pebble(0.27, 0.2, 0.09, 1), -0.34, 0.05, -14),
          put(pebble(0.19, 0.15, 0.075, 6), 0.18, -0.03, 22),
          put(pebble(0.11, 0.09, 0.055, 9), 0.54, 0.1, -8),
        ),
      ),
      white(on(put(pebble(0.27, 0.2, 0.09, 1), -0.34, 0.05, -14), put(swirl(0.1, 0.05, 4), -0.34, 0.04))),
    ],
  }),
  'night-owls-pair': () => ({
    ground: GROUND.slate,
    seed: 37,
    contents: [
      white((x, y) => {
        const whole = MOON(x + 0.36, y);
        return whole > 0 && Math.hypot(x + 0.24, y + 0.05) > 0.22 ? whole * edge(Math.hypot(x + 0.24, y + 0.05) - 0.22) : 0;
      }),
      { ...amber(drop(0.38, 0.02, 0.19, 0.09, 0.8)), colour: '#F0D9A6', shade: '#B98F48', clear: 0.25 },
    ],
  }),
  'empty-bottle-return': () => ({
    ground: GROUND.hydrate,
    seed: 38,
    contents: [
      { ...stone(RAKED), colour: '#E3EBE4', shade: '#93A798' },
      green(on(() => 0.014, put(leaf(0.13, 0.04, 3), 0.42, -0.02, -70, 0.5))),
    ],
  }),
};
