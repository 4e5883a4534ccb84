import { grain, mix, noise, step } from './noise.ts';
import type { Shape } from './shapes.ts';

type Colour = readonly [r: number, g: number, b: number];
/** `shade`: its colour away from the light; `clear`: the part of the ground that is seen through it; `gloss`: strength of its highlights */
export type Content = { shape: Shape; colour: string; shade: string; clear: number; gloss: number };
/** `middle`: x of the content's middle, in units of the picture's height; `zoom`: how many times its size it is shown */
export type Still = { content: Content; ground: string; aspect: number; middle: number; zoom: number; seed: number };
export type Pixels = { data: Buffer; width: number; height: number };

/** From the upper left, low, so that each ridge has its shadow. */
const LIGHT = unit([-0.6, -0.52, 0.62]);
const HALF = unit([LIGHT[0], LIGHT[1], LIGHT[2] + 1]);
/** A second, wide light from above: the reflection of the room. */
const ROOM = unit([0.25, -0.75, 1.4]);
const SLOPE = LIGHT[2] / Math.hypot(LIGHT[0], LIGHT[1]);
const TOWARDS = [LIGHT[0] / Math.hypot(LIGHT[0], LIGHT[1]), LIGHT[1] / Math.hypot(LIGHT[0], LIGHT[1])] as const;

function unit([x, y, z]: Colour): Colour {
  const long = Math.hypot(x, y, z);
  return [x / long, y / long, z / long];
}
const rgb = (hex: string): Colour => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/** Blurs a field along both axes, three times with a box, which is close to a round blur. */
function blurred(field: Float32Array, width: number, height: number, by: number): Float32Array {
  let from = field;
  const r = Math.max(1, Math.round(by));
  const pass = (source: Float32Array, lines: number, long: number, next: number, jump: number): Float32Array => {
    const out = new Float32Array(source.length);
    for (let line = 0; line < lines; line += 1) {
      const start = line * jump;
      const read = (i: number): number => source[start + Math.min(long - 1, Math.max(0, i)) * next] as number;
      let sum = 0;
      for (let i = -r; i <= r; i += 1) sum += read(i);
      for (let i = 0; i < long; i += 1) {
        out[start + i * next] = sum / (2 * r + 1);
        sum += read(i + r + 1) - read(i - r);
      }
    }
    return out;
  };
  for (let i = 0; i < 3; i += 1) from = pass(pass(from, height, width, 1, width), width, height, width, 1);
  return from;
}

/** Honed stone: its colour with clouds and specks, brighter towards the window, and the shadow of the window's frame. */
function stone(seed: number, aspect: number): (x: number, y: number) => number {
  return (x, y) => {
    const clouds = (grain(x * 2.2 + seed, y * 2.2) - 0.5) * 0.05;
    const speck = noise(x * 150 + seed, y * 150);
    const specks = speck > 0.86 ? -0.16 * (speck - 0.86) : speck < 0.1 ? 0.012 : 0;
    const fall = 0.06 - 0.11 * ((x / aspect) * 0.6 + y * 0.4);
    const across = x * 0.5 + y * 0.86 - aspect * 0.5;
    const frame = 0.085 * step(0.16, 0.3, across) * (1 - step(0.42, 0.62, across)) + 0.06 * step(0.62, 0.95, across);
    return 1 + clouds + specks + fall - frame;
  };
}

/** Paints a content on stone by the heights of its surface: light, highlights, the shadow that it casts, and what is seen through it. */
export function paint({ content, ground, aspect, middle, zoom, seed }: Still, height: number): Pixels {
  const width = Math.round(height * aspect);
  const size = width * height;
  const high = new Float32Array(size);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) high[y * width + x] = content.shape((x / height - middle) / zoom, (y / height - 0.5) / zoom) * zoom;
  const surface = blurred(high, width, height, height / 640);
  const at = (x: number, y: number): number =>
    surface[Math.min(height - 1, Math.max(0, Math.round(y))) * width + Math.min(width - 1, Math.max(0, Math.round(x)))] as number;
  const there = Float32Array.from(high, (h) => (h > 0 ? 1 : 0));
  const cover = blurred(there, width, height, height / 900);
  const near = blurred(there, width, height, height / 45);
  const shadow = blurred(shadowOf(surface, blurred(there, width, height, height / 8), at, width, height), width, height, height / 240);
  const bed = stone(seed, aspect);
  const [base, colour, shade] = [rgb(ground), rgb(content.colour), rgb(content.shade)];
  const data = Buffer.alloc(size * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      const [u, v] = [x / height, y / height];
      const dark = shadow[i] as number;
      const cast = 1 - dark * mix(0.42, 0.22, content.clear) - (near[i] as number) * mix(0.16, 0.06, content.clear);
      const tooth = (noise(x * 0.83, y * 0.83) - 0.5) * 3;
      const below = bed(u, v) * cast;
      const part = cover[i] as number;
      if (part < 0.004) {
        for (let channel = 0; channel < 3; channel += 1) data[i * 3 + channel] = byte((base[channel] as number) * below + tooth);
        continue;
      }
      const dx = ((at(x + 1, y) - at(x - 1, y)) * height) / 2;
      const dy = ((at(x, y + 1) - at(x, y - 1)) * height) / 2;
      const long = Math.hypot(dx, dy, 1);
      const [nx, ny, nz] = [-dx / long, -dy / long, 1 / long];
      const lit = (nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]) / LIGHT[2];
      const glint = Math.max(0, nx * HALF[0] + ny * HALF[1] + nz * HALF[2]);
      const sky = Math.max(0, nx * ROOM[0] + ny * ROOM[1] + nz * ROOM[2]);
      // Light from the window enters a clear content at its near side, and is gathered at the far one.
      const away = -(nx * TOWARDS[0] + ny * TOWARDS[1]);
      const focus = content.clear * (Math.max(0, away) * 0.55 - Math.max(0, -away) * 0.3);
      const through = bed(u + nx * 0.05, v + ny * 0.05) * (1 + focus - (1 - nz) * 0.22 * content.clear);
      const thick = 1 - Math.exp(-(high[i] as number) * 22);
      const wrapped = step(-0.35, 1.25, lit) * (1 - 0.2 * dark);
      const shine =
        255 *
        (content.gloss * (glint ** 90 * 0.85 + glint ** 18 * 0.1 + sky ** 60 * 0.12) + Math.max(0, lit - 1) * 0.1 * (1 - content.clear));
      for (let channel = 0; channel < 3; channel += 1) {
        const [b, c, s] = [base[channel] as number, colour[channel] as number, shade[channel] as number];
        const over = mix(mix(s, c, wrapped), b * through * mix(1, c / 255, thick), content.clear) + shine;
        data[i * 3 + channel] = byte(mix(b * below + tooth, over, part));
      }
    }
  }
  return { data, width, height };
}

/** From 0 to 1: how far the way to the light is blocked. `close`: more than 0 where a shadow can fall */
function shadowOf(
  surface: Float32Array,
  close: Float32Array,
  at: (x: number, y: number) => number,
  width: number,
  height: number,
): Float32Array {
  const highest = surface.reduce((most, h) => Math.max(most, h), 0);
  const steps = 22;
  const reach = highest / SLOPE;
  return surface.map((own, i) => {
    if (close[i] === 0) return 0;
    const [x, y] = [i % width, Math.floor(i / width)];
    let blocked = 0;
    for (let k = 1; k <= steps; k += 1) {
      const far = (reach * k) / steps;
      const over = at(x + TOWARDS[0] * far * height, y + TOWARDS[1] * far * height) - own - far * SLOPE;
      if (over > 0) blocked = Math.max(blocked, over / (0.006 + far * 0.12));
    }
    return Math.min(1, blocked);
  });
}
