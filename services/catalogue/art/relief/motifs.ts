import { cells, grain, mix, noise, step } from './noise.ts';
import type { Shape } from './shapes.ts';

/** A shape at another place, turned by degrees. */
export function put(shape: Shape, x: number, y: number, degrees = 0, scale = 1): Shape {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  return (px, py) => shape((px - x) * cos + (py - y) * sin, (py - y) * cos - (px - x) * sin) * scale;
}

/** A round drop; `x` and `y`: its middle. `edge`: width of its round part, as a part of `r` */
export const drop =
  (x: number, y: number, r: number, high: number, edge = 0.95): Shape =>
  (px, py) => {
    const far = (px - x) ** 2 + (py - y) ** 2;
    if (far >= r * r) return 0;
    const inside = r - Math.sqrt(far);
    const rise = 1 - Math.min(1, inside / (r * edge));
    return high * Math.sqrt(1 - rise * rise);
  };

/** A shape that lies on another one. */
export const on =
  (ground: Shape, shape: Shape): Shape =>
  (x, y) => {
    const own = shape(x, y);
    return own > 0 ? own + ground(x, y) : 0;
  };

/** A smooth stone that water has rounded. */
export function pebble(rx: number, ry: number, high: number, seed: number): Shape {
  return (x, y) => {
    const angle = Math.atan2(y / ry, x / rx);
    const wobble = 0.94 + 0.12 * noise(Math.cos(angle) * 1.4 + seed, Math.sin(angle) * 1.4 + seed);
    const inside = 1 - Math.hypot(x / rx, y / ry) / wobble;
    if (inside <= 0) return 0;
    return high * (1 - (1 - inside) ** 2.6) ** 0.55 * (0.97 + 0.06 * noise(x * 9 + seed, y * 9));
  };
}

/** Sand that the wind has laid in waves. */
export function dunes(waves: number, high: number, seed: number): Shape {
  return (x, y) => {
    const bend = 0.2 * grain(x * 1.3 + seed, y * 1.3) + 0.03 * noise(x * 5, y * 5 + seed);
    const along = (y * 0.94 + x * 0.34 + bend) * waves;
    const part = along - Math.floor(along);
    // Steep on the side away from the wind.
    const wave = part < 0.7 ? part / 0.7 : (1 - part) / 0.3;
    const soft = wave * wave * (3 - 2 * wave);
    const size = 0.55 + 0.45 * noise(x * 1.6 + seed, y * 1.6);
    return high * (0.3 + soft * size) + 0.0006 * noise(x * 170, y * 170);
  };
}

/** Lines that a comb has drawn, straight or in a bow around a place. */
export const combed =
  (lines: number, high: number, seed: number, bow = 0): Shape =>
  (x, y) => {
    const along = bow > 0 ? Math.hypot(x - 0.42, (y + 0.02) * 1.02) / bow : y + 0.02 * Math.sin(x * 2.4 + seed);
    const groove = 0.5 + 0.5 * Math.cos(along * lines * Math.PI * 2);
    return high * (0.35 + 0.65 * groove ** 0.7) + 0.0007 * noise(x * 160, y * 160);
  };

/** Courses of rounded blocks with joints between them. */
export const courses =
  (wide: number, tall: number, joint: number, high: number, seed: number): Shape =>
  (x, y) => {
    const row = Math.floor(y / tall);
    const along = x + (row % 2 ? wide * 0.5 : 0) + wide * 0.14 * (noise(row * 3.7 + seed, seed) - 0.5);
    const column = Math.floor(along / wide);
    const jitter = 0.16 * (noise(column * 5.3 + row * 9.1, seed) - 0.5);
    const dx = Math.abs(along / wide - column - 0.5) * wide;
    const dy = Math.abs(y / tall - row - 0.5) * tall;
    const corner = 0.03;
    const [a, b] = [Math.max(0, dx - wide / 2 + joint + corner), Math.max(0, dy - tall / 2 + joint + corner)];
    const inside = corner - Math.hypot(a, b) + 0.004 * (noise(x * 22, y * 22) - 0.5);
    if (inside <= 0) return 0;
    const rise = 1 - Math.min(1, inside / corner);
    return high * (1 + jitter) * Math.sqrt(1 - rise * rise) * (0.97 + 0.06 * noise(x * 14 + seed, y * 14));
  };

/** A leaf from its stem at -0.5 to its tip at 0.5, with ribs. `dry`: how much it is rolled and cracked */
export function leaf(width: number, high: number, seed: number, dry = 0): Shape {
  return (x, y) => {
    const t = x + 0.5;
    if (t < -0.16 || t > 1) return 0;
    const middle = 0.05 * Math.sin(t * 3 + seed);
    const v = y - middle;
    if (t < 0.02) return Math.abs(v) < 0.011 ? 0.02 * Math.sqrt(1 - (v / 0.011) ** 2) : 0;
    const half = width * Math.sin(Math.PI * t ** 0.8) ** 0.85 * (1 + 0.05 * dry * (noise(t * 24, v > 0 ? 2 : 7) - 0.5) * 4);
    const side = Math.abs(v) / Math.max(half, 1e-6);
    if (side >= 1) return 0;
    const ribs = (t - side * 0.17) * 10.5;
    const rib = Math.exp(-(((ribs - Math.floor(ribs) - 0.5) / 0.09) ** 2)) * (1 - side ** 3);
    const fold = mix(1 - 0.55 * side, 0.4 + 0.9 * side ** 1.6, dry);
    const cracks = dry * 0.2 * step(0.5, 0.8, cells(x * 20, y * 20));
    return (
      high * (fold + 0.12 * grain(x * 7 + seed, y * 7) - 0.1 * rib - cracks - 0.2 * Math.exp(-((v / 0.012) ** 2))) * step(1, 0.97, side)
    );
  };
}

/** A sheet or block with soft edges, `w` by `h` around its middle. */
export const slab =
  (w: number, h: number, high: number, soft = 0.012): Shape =>
  (x, y) => {
    const inside = Math.min(w / 2 - Math.abs(x), h / 2 - Math.abs(y));
    if (inside <= 0) return 0;
    const rise = 1 - Math.min(1, inside / soft);
    return high * Math.sqrt(1 - rise * rise);
  };

/** A round dish with a rim; what lies in it begins at `floor`. */
export const dish =
  (r: number, rim: number, high: number, floor: number): Shape =>
  (x, y) => {
    const far = Math.hypot(x, y);
    if (far > r) return 0;
    const lip = 1 - ((far - r + rim) / rim) ** 2;
    const well = floor + (high - floor) * 0.3 * step(r * 0.55, r - rim, far);
    return Math.max(well, lip > 0 ? high * Math.sqrt(lip) : 0);
  };

/** Skin from close by: small fields with fine furrows. */
export const skin =
  (fields: number, high: number, seed: number): Shape =>
  (x, y) => {
    const bend = 0.5 * grain(x * 3 + seed, y * 3);
    return high * (1.2 - 0.5 * cells(x * fields + seed + bend, y * fields * 1.3 + bend) ** 1.4) + 0.0008 * noise(x * 120, y * 120);
  };

/** A shape that is flat on one side of the picture: from `from` to `to` along x, or along y. */
export const fading =
  (shape: Shape, flat: number, axis: 'x' | 'y', from: number, to: number): Shape =>
  (x, y) =>
    mix(flat, shape(x, y), step(from, to, axis === 'x' ? x : y));
