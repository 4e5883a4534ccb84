import type { SeedProduct } from '../data/seed-product.ts';
import { TINTS } from './palette.ts';
import type { Content, Still } from './relief/light.ts';
import { put } from './relief/motifs.ts';
import { foam, pool, ribbon, type Place, smear, swirl, together } from './relief/shapes.ts';

/** A milky or clear drop beside a stroke, where one fell. */
const dot = (x: number, y: number, r: number, high: number) => pool([[x, y, r]], high, r * 0.95);

const SWEEP: readonly Place[] = [
  [-0.42, 0.16],
  [-0.2, 0.02],
  [0.04, -0.02],
  [0.3, -0.12],
  [0.62, -0.3],
];
const BEND: readonly Place[] = [
  [-0.46, 0.08],
  [-0.3, -0.12],
  [-0.08, -0.08],
  [0.08, 0.12],
  [0.28, 0.14],
  [0.46, -0.12],
];
const ARC: readonly Place[] = [
  [-0.4, -0.06],
  [-0.16, -0.16],
  [0.1, -0.06],
  [0.34, 0.12],
  [0.56, 0.2],
];

const cream = (colour: string, shade: string, shape: Content['shape']): Content => ({ shape, colour, shade, clear: 0, gloss: 0.45 });
const liquid = (colour: string, shade: string, shape: Content['shape'], clear = 0.94): Content => ({
  shape,
  colour,
  shade,
  clear,
  gloss: 0.95,
});
/**
 * A gel with ridges is half clear: its surface is lit from the side where the light is. As clear as a drop, it would be dark there
 * and look like a furrow.
 */
const gel = (colour: string, shade: string, shape: Content['shape']): Content => liquid(colour, shade, shape, 0.5);

const PUDDLE = together(
  pool(
    [
      [-0.16, 0.02, 0.15],
      [0.06, -0.06, 0.13],
      [0.2, 0.06, 0.1],
      [-0.3, 0.1, 0.06],
    ],
    0.036,
    0.06,
  ),
  dot(0.42, -0.2, 0.035, 0.022),
);

/** Two drops of a milky serum as the pipette leaves them: heavy, and a little longer towards the side to which they ran. */
const DROPS = together(
  pool(
    [
      [-0.13, 0.12, 0.145],
      [-0.07, 0.08, 0.135],
    ],
    0.1,
    0.17,
    0.05,
  ),
  pool(
    [
      [0.2, -0.1, 0.1],
      [0.235, -0.125, 0.09],
    ],
    0.075,
    0.12,
    0.035,
  ),
);

/** What is seen of a product's content, as its text names it: by the product's id. */
const CONTENTS: Readonly<Record<number, () => Content>> = {
  5: () => ({ ...cream('#F6FAFB', '#8FAFBE', foam(0.35, 0.12, 2)), gloss: 0.06 }),
  31: () => ({ ...cream('#F6FAFB', '#8FAFBE', foam(0.33, 0.12, 7)), gloss: 0.06 }),
  9: () => liquid('#EDF5F0', '#9DBDAE', PUDDLE),
  32: () =>
    liquid(
      '#EDF5F0',
      '#9DBDAE',
      together(
        pool(
          [
            [-0.08, 0.03, 0.13],
            [0.1, -0.04, 0.09],
          ],
          0.034,
          0.06,
        ),
        dot(0.3, 0.14, 0.03, 0.02),
      ),
    ),
  3: () => ({ ...liquid('#FFFBEF', '#D9C9A6', DROPS, 0.7), gloss: 1.1 }),
  7: () =>
    liquid(
      '#E9B558',
      '#A9701F',
      together(
        pool(
          [
            [-0.14, 0.06, 0.15],
            [-0.02, -0.04, 0.1],
          ],
          0.06,
          0.11,
        ),
        dot(0.27, -0.13, 0.06, 0.045),
      ),
      0.9,
    ),
  8: () => gel('#EEF1DF', '#9FAA8C', smear({ through: ARC, width: 0.14, high: 0.036, seed: 8, ridged: 0.6 })),
  4: () => gel('#EDF3EF', '#9FBBAC', smear({ through: SWEEP, width: 0.18, high: 0.05, seed: 4, ridged: 0.5 })),
  14: () => gel('#EDF3EF', '#9FBBAC', smear({ through: ARC, width: 0.17, high: 0.045, seed: 14, ridged: 0.5 })),
  11: () => cream('#FFFAF6', '#CFB0A3', swirl(0.36, 0.13, 11)),
  12: () => cream('#FFF6E9', '#CDAE8F', smear({ through: ARC, width: 0.17, high: 0.05, seed: 12 })),
  15: () => cream('#FFFBF8', '#CBAFA6', smear({ through: SWEEP, width: 0.19, high: 0.05, seed: 15 })),
  13: () => cream('#FCFBFF', '#B3AECB', put(ribbon({ through: BEND, width: 0.085, high: 0.085, seed: 13 }), 0, 0, 0, 0.88)),
};

/** A little darker than the tint of the care step, so that a white content stands out. */
function groundOf({ step }: SeedProduct): string {
  const tint = TINTS[step].ground;
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(tint.slice(at, at + 2), 16) * 0.955)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** `square`: for the gallery; `wide`: 8 : 3, with its left third free for words; `tall`: 1 : 2, for one column of a list. */
export type StillShape = 'square' | 'wide' | 'tall';
/**
 * `zoom`: at most. `across`, `down`: where the content lies, in units of the picture's height. A list shows a file in places of other
 * proportions, and the content has a margin of at least 8 % in each of them.
 */
type Frame = Pick<Still, 'aspect' | 'middle' | 'zoom'> & { across: Span; down: Span };
type Span = readonly [from: number, to: number];
const FRAMES: Readonly<Record<StillShape, Frame>> = {
  square: { aspect: 1, middle: 0.5, zoom: 1, across: [0.11, 0.89], down: [0.13, 0.87] },
  wide: { aspect: 8 / 3, middle: 1.74, zoom: 1.3, across: [1.18, 2.37], down: [0.08, 0.92] },
  tall: { aspect: 0.5, middle: 0.25, zoom: 0.72, across: [0.1, 0.4], down: [0.115, 0.885] },
};

export function stillOf(product: SeedProduct, shape: StillShape): Still {
  const content = CONTENTS[product.id]?.();
  if (!content) throw new Error(`no content of product ${product.id}`);
  // In a tall picture the content lies along it.
  const shown = shape === 'tall' ? { ...content, shape: put(content.shape, 0, 0, FALLING.has(product.id) ? -106 : -68) } : content;
  const { aspect, middle, zoom, across, down } = FRAMES[shape];
  const [x, y] = extentOf(shown.shape);
  const size = Math.min(zoom, lengthOf(across) / lengthOf(x), lengthOf(down) / lengthOf(y));
  return {
    contents: [shown],
    ground: groundOf(product),
    seed: product.id,
    aspect,
    zoom: size,
    middle: within(across, x, size, middle),
    level: within(down, y, size, 0.5),
  };
}

/** Products whose stroke runs to the lower right (`ARC`), so it is turned further than one that runs to the upper right. */
const FALLING: ReadonlySet<number> = new Set([8, 12, 14]);

const lengthOf = ([from, to]: Span): number => to - from;
/** The place of a content's origin that is nearest to `wanted` and leaves the content within `place`. */
const within = (place: Span, [from, to]: Span, size: number, wanted: number): number =>
  Math.min(place[1] - to * size, Math.max(place[0] - from * size, wanted));

/** Half the width in which a content lies, and the distance of two looks at it. */
const REACH = 0.8;
const LOOK = 0.025;

/** From where to where a content lies along both axes. */
function extentOf(shape: Content['shape']): readonly [x: Span, y: Span] {
  const places = Array.from({ length: (2 * REACH) / LOOK + 1 }, (_, i) => i * LOOK - REACH);
  const xs = new Set<number>();
  const ys = new Set<number>();
  for (const x of places)
    for (const y of places)
      if (shape(x, y) > 0) {
        xs.add(x);
        ys.add(y);
      }
  const span = (all: ReadonlySet<number>): Span => [Math.min(...all) - LOOK, Math.max(...all) + LOOK];
  return [span(xs), span(ys)];
}
