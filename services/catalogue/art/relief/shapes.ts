import { cells, grain, mix, noise, step } from './noise.ts';

/** A place in units of the picture's height, from the middle of the content. */
export type Place = readonly [x: number, y: number];
/** The height of the content above the ground at a place, in the same units; 0 where there is none. */
export type Shape = (x: number, y: number) => number;

const SAMPLES = 121;
/** Samples between two that the first look takes. */
const COARSE = 8;

/** Points of a smooth line through `through`. */
function lineOf(through: readonly Place[]): Place[] {
  const last = through.length - 1;
  const point = (i: number): Place => through[Math.min(last, Math.max(0, i))] ?? [0, 0];
  return Array.from({ length: SAMPLES }, (_, sample) => {
    const along = (sample / (SAMPLES - 1)) * last;
    const i = Math.min(last - 1, Math.floor(along));
    const t = along - i;
    const [a, b, c, d] = [point(i - 1), point(i), point(i + 1), point(i + 2)];
    const on = (axis: 0 | 1): number =>
      0.5 *
      (2 * b[axis] +
        (c[axis] - a[axis]) * t +
        (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
        (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
    return [on(0), on(1)];
  });
}

/**
 * Where a place is beside a line: `t` from 0 to 1 along it, `u` across it, to the right more than 0, and `over`: how far it is
 * beyond one of the line's ends. Undefined farther than `reach` from the line.
 */
function beside(line: readonly Place[], reach: number): (x: number, y: number) => { t: number; u: number; over: number } | undefined {
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs) - reach, Math.max(...xs) + reach, Math.min(...ys) - reach, Math.max(...ys) + reach];
  const search = (from: number, to: number, by: number, x: number, y: number): number => {
    let nearest = from;
    let best = Infinity;
    for (let i = from; i <= to; i += by) {
      const far = ((xs[i] as number) - x) ** 2 + ((ys[i] as number) - y) ** 2;
      if (far < best) {
        best = far;
        nearest = i;
      }
    }
    return nearest;
  };
  return (x, y) => {
    if (x < left || x > right || y < top || y > bottom) return undefined;
    // The nearest of a few points first, then the nearest of those around it: five times as fast as all of them.
    const rough = search(0, SAMPLES - 1, COARSE, x, y);
    const nearest = search(Math.max(0, rough - COARSE), Math.min(SAMPLES - 1, rough + COARSE), 1, x, y);
    if (((xs[nearest] as number) - x) ** 2 + ((ys[nearest] as number) - y) ** 2 >= reach * reach) return undefined;
    const [from, to] = [Math.max(0, nearest - 1), Math.min(SAMPLES - 1, nearest + 1)];
    const [ax, ay] = [(xs[to] as number) - (xs[from] as number), (ys[to] as number) - (ys[from] as number)];
    const long = Math.hypot(ax, ay);
    const [px, py] = [x - (xs[nearest] as number), y - (ys[nearest] as number)];
    const along = (px * ax + py * ay) / long;
    const isEnd = (nearest === 0 && along < 0) || (nearest === SAMPLES - 1 && along > 0);
    return {
      t: isEnd ? nearest / (SAMPLES - 1) : (nearest + along / (long / (to - from))) / (SAMPLES - 1),
      u: (ax * py - ay * px) / long,
      over: isEnd ? Math.abs(along) : 0,
    };
  };
}

/** `width`: half of it, `high`: of its body, `ridged`: how deep its ridges are, 1 for a cream */
type Stroke = { through: readonly Place[]; width: number; high: number; seed: number; ridged?: number };

/** A stroke of a spatula: thick where it begins, with a rim at both sides and ridges along it that end one after the other. */
export function smear({ through, width, high, seed, ridged = 1 }: Stroke): Shape {
  const place = beside(lineOf(through), width * 1.2);
  return (x, y) => {
    const found = place(x, y);
    if (!found) return 0;
    const { t, u, over } = found;
    const half = width * mix(1, 0.8, t) * (0.92 + 0.16 * noise(t * 9 + seed, u > 0 ? 3 : 9));
    const v = u / half;
    // The spatula was put down at a slant, so the stroke begins flat and not round.
    const begin = over / (half * (0.5 + 0.2 * grain(v * 2 + seed, seed + 6)));
    const inside = 1 - v ** 4 - (t < 0.5 ? begin ** 2 : 0);
    if (inside <= 0) return 0;
    const end = 1 - 0.36 * grain(v * 5 + seed, seed);
    const left = 1 - step(end - 0.16, end, t);
    const ridges = grain(v * 6.5 + 0.5 * noise(t * 3, seed) + seed * 3, t * 1.4 + seed);
    const fine = noise(v * 34 + seed, t * 2.5);
    const rim = Math.exp(-(((Math.abs(v) - 0.84) / 0.09) ** 2));
    const mound = 1 + 0.9 * Math.exp(-(((t - over) / 0.16) ** 2));
    return high * Math.sqrt(inside) * left * mound * (0.78 + ridged * (1.05 * (ridges - 0.5) + 0.1 * fine) + 0.3 * rim);
  };
}

/** What comes out of a tube: round, with the fine grooves of its opening. */
export function ribbon({ through, width, high, seed }: Stroke): Shape {
  const place = beside(lineOf(through), width * 1.2);
  return (x, y) => {
    const found = place(x, y);
    if (!found) return 0;
    const { t, u, over } = found;
    const half = width * (0.92 + 0.16 * noise(t * 7 + seed, seed)) * (1 - 0.6 * step(0.92, 1, t));
    const v = u / half;
    const inside = 1 - v * v - (over / (half * (t < 0.5 ? 1 : 1.6))) ** 2;
    if (inside <= 0) return 0;
    return high * Math.sqrt(inside) * (1 + 0.05 * Math.cos(v * 11)) * (0.9 + 0.2 * noise(t * 9, seed));
  };
}

/** A turn of cream that ends in a peak. `r`: its radius; `turns`: how often it is wound, in radians */
export const swirl =
  (r: number, high: number, seed: number, turns = 11): Shape =>
  (x, y) => {
    const tilted = y * 1.16;
    const far = Math.hypot(x, tilted);
    if (far > r * 1.2) return 0;
    const angle = Math.atan2(tilted, x);
    const turn = angle + (far / r) * turns + 0.5 * noise(x * 6 + seed, y * 6);
    const groove = mix(0.75, 0.5 + 0.5 * Math.cos(turn), step(0.04, 0.4, far / r));
    const edge = r * (0.93 + 0.07 * groove + 0.05 * noise(Math.cos(angle) * 2 + seed, Math.sin(angle) * 2));
    const inside = 1 - (far / edge) ** 2;
    if (inside <= 0) return 0;
    const peak = 0.42 * Math.exp(-((Math.hypot(x + r * 0.04, tilted + r * 0.04) / (r * 0.24)) ** 1.5));
    return high * (inside ** 0.55 * (0.56 + 0.4 * groove ** 0.8) + peak);
  };

/** Foam as it comes from a pump: a turn with fine bubbles in its surface. */
export function foam(r: number, high: number, seed: number): Shape {
  const turn = swirl(r, high, seed, 15);
  return (x, y) => {
    const body = turn(x, y);
    if (body <= 0) return 0;
    const bubbles = 0.028 * cells(x * 95, y * 95) + 0.016 * cells(x * 200 + 9, y * 200);
    return body + high * (bubbles - 0.02) * step(0, high * 0.4, body);
  };
}

type Circle = readonly [x: number, y: number, r: number];

/**
 * A liquid that ran together from circles: flat on top, round at its edge. `edge`: width of the round part. `blunt`: how far around
 * the middle of a circle its height is rounded; without it, circles whose middle lies in the round part leave a notched ridge.
 */
export function pool(circles: readonly Circle[], high: number, edge: number, blunt = 0): Shape {
  const soft = 0.055;
  // So many circles together reach this much farther than one of them.
  const reach = soft * Math.log(circles.length) + 1e-6;
  const [left, right] = [Math.min(...circles.map(([x, , r]) => x - r)) - reach, Math.max(...circles.map(([x, , r]) => x + r)) + reach];
  const [top, bottom] = [Math.min(...circles.map(([, y, r]) => y - r)) - reach, Math.max(...circles.map(([, y, r]) => y + r)) + reach];
  return (x, y) => {
    if (x < left || x > right || y < top || y > bottom) return 0;
    let sum = 0;
    for (const [cx, cy, r] of circles) sum += Math.exp((r - Math.sqrt((x - cx) ** 2 + (y - cy) ** 2 + blunt * blunt)) / soft);
    const inside = Math.log(Math.max(sum, 1e-9)) * soft;
    if (inside <= 0) return 0;
    const rise = 1 - Math.min(1, inside / edge);
    return high * Math.sqrt(1 - rise * rise);
  };
}

/** Several contents beside one another. */
export const together =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) =>
    shapes.reduce((highest, shape) => Math.max(highest, shape(x, y)), 0);
