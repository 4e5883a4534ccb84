import { grain, mix, noise, step } from './noise.ts';
import type { Shape } from './shapes.ts';

type Colour = readonly [r: number, g: number, b: number];
/** `shade`: its colour away from the light; `clear`: the part of the ground that is seen through it; `gloss`: strength of its highlights */
export type Content = { shape: Shape; colour: string; shade: string; clear: number; gloss: number };
/**
 * `contents`: where two lie over one another, the higher one is seen. `middle`, `level`: place of their origin, in units of the
 * picture's height; `zoom`: how many times its size it is shown
 */
export type Still = {
  contents: readonly Content[];
  ground: string;
  aspect: number;
  middle: number;
  level?: number;
  zoom: number;
  seed: number;
};
export type Pixels = { data: Buffer; width: number; height: number };

/** From the upper left, low, so that each ridge has its shadow. */
const LIGHT = unit([-0.6, -0.52, 0.62]);
const HALF = unit([LIGHT[0], LIGHT[1], LIGHT[2] + 1]);
/** A second, wide light from above: the reflection of the room. */
const ROOM = unit([0.25, -0.75, 1.4]);
/** Heights of a picture in one radius of the blur that takes the steps out of an edge. */
const SOFT = 1_100;
/** Grains along the height of a picture, and their slope on a dull content: no leaf or stone is as smooth as its formula. */
const GRAINS = 440;
const ROUGH = 0.16;
const SLOPE = LIGHT[2] / Math.hypot(LIGHT[0], LIGHT[1]);
const TOWARDS = [LIGHT[0] / Math.hypot(LIGHT[0], LIGHT[1]), LIGHT[1] / Math.hypot(LIGHT[0], LIGHT[1])] as const;

function unit([x, y, z]: Colour): Colour {
  const long = Math.hypot(x, y, z);
  return [x / long, y / long, z / long];
}
const rgb = (hex: string): Colour => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
};

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/** Blurs a field along both axes, three times with a box, which is close to a round blur. */
function blurred(field: Float32Array, width: number, height: number, by: number): Float32Array {
  const r = Math.max(1, Math.round(by));
  let from = field;
  for (let i = 0; i < 3; i += 1) from = down(across(from, width, height, r), width, height, r);
  return from;
}

/** The mean of `r` pixels to the left, of the pixel and of `r` to the right. */
function across(source: Float32Array, width: number, height: number, r: number): Float32Array {
  const out = new Float32Array(source.length);
  const part = 1 / (2 * r + 1);
  for (let start = 0; start < height * width; start += width) {
    const last = start + width - 1;
    let sum = 0;
    for (let i = -r; i <= r; i += 1) sum += source[Math.min(last, Math.max(start, start + i))] as number;
    for (let i = start; i <= last; i += 1) {
      out[i] = sum * part;
      sum += (source[i + r + 1 > last ? last : i + r + 1] as number) - (source[i - r < start ? start : i - r] as number);
    }
  }
  return out;
}

/** The same from top to bottom, row by row, because the pixels of a row lie beside one another in the memory. */
function down(source: Float32Array, width: number, height: number, r: number): Float32Array {
  const out = new Float32Array(source.length);
  const sums = new Float64Array(width);
  const part = 1 / (2 * r + 1);
  const rowAt = (y: number): number => Math.min(height - 1, Math.max(0, y)) * width;
  for (let y = -r; y <= r; y += 1)
    for (let x = 0, row = rowAt(y); x < width; x += 1) sums[x] = (sums[x] as number) + (source[row + x] as number);
  for (let y = 0; y < height; y += 1) {
    const [next, gone, row] = [rowAt(y + r + 1), rowAt(y - r), y * width];
    for (let x = 0; x < width; x += 1) {
      out[row + x] = (sums[x] as number) * part;
      sums[x] = (sums[x] as number) + (source[next + x] as number) - (source[gone + x] as number);
    }
  }
  return out;
}

/** Honed stone: its colour with clouds and specks, brighter towards the window, and the shadow of the window's frame. */
function stone(seed: number, aspect: number, width: number, height: number): Float32Array {
  const smooth = coarse(width, height, 6, (px, py) => {
    const [x, y] = [px / height, py / height];
    const clouds = (grain(x * 2.2 + seed, y * 2.2) - 0.5) * 0.05;
    const fall = 0.06 - 0.11 * ((x / aspect) * 0.6 + y * 0.4);
    const across = x * 0.5 + y * 0.86 - aspect * 0.5;
    const frame = 0.085 * step(0.16, 0.3, across) * (1 - step(0.42, 0.62, across)) + 0.06 * step(0.62, 0.95, across);
    return 1 + clouds + fall - frame;
  });
  const per = 150 / height;
  return smooth.map((value, i) => {
    const speck = noise((i % width) * per + seed, Math.floor(i / width) * per);
    return value + (speck > 0.86 ? -0.16 * (speck - 0.86) : speck < 0.1 ? 0.012 : 0);
  });
}

/** A smooth field of full size from its values at each `every`th pixel. */
function coarse(width: number, height: number, every: number, value: (x: number, y: number) => number): Float32Array {
  const [columns, rows] = [Math.ceil(width / every) + 1, Math.ceil(height / every) + 1];
  const known = Float32Array.from({ length: columns * rows }, (_, i) => value((i % columns) * every, Math.floor(i / columns) * every));
  return wider(known, columns, width, height, every);
}

/** A field of full size from one with `columns` columns that has each `every`th pixel. */
function wider(known: Float32Array, columns: number, width: number, height: number, every: number): Float32Array {
  const out = new Float32Array(width * height);
  const last = known.length / columns - 1;
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(last, Math.floor(y / every));
    const part = y / every - row;
    const [above, below] = [row * columns, Math.min(last, row + 1) * columns];
    for (let x = 0; x < width; x += 1) {
      const column = Math.floor(x / every);
      const next = Math.min(columns - 1, column + 1);
      const right = x / every - column;
      const top = mix(known[above + column] as number, known[above + next] as number, right);
      out[y * width + x] = mix(top, mix(known[below + column] as number, known[below + next] as number, right), part);
    }
  }
  return out;
}

/** Heights of the contents, and which one is seen at each pixel, and which one lies under it; -1: none. */
function heightsOf({ contents, middle, level = 0.5, zoom }: Still, width: number, height: number) {
  const high = new Float32Array(width * height);
  const seen = new Int8Array(high.length).fill(-1);
  const under = new Int8Array(high.length).fill(-1);
  for (let i = 0; i < high.length; i += 1) {
    const x = ((i % width) / height - middle) / zoom;
    const y = (Math.floor(i / width) / height - level) / zoom;
    for (const [place, { shape }] of contents.entries()) {
      const own = shape(x, y) * zoom;
      if (own <= 0) continue;
      if (own > (high[i] as number)) {
        under[i] = seen[i] as number;
        seen[i] = place;
        high[i] = own;
      } else under[i] = place;
    }
  }
  return { high, seen, under };
}

/** The content beside a pixel that has none: the soft edge outside a content has its colour. Less than 0: there is none. */
function beside(seen: Int8Array, i: number, width: number): number {
  for (const by of [1, 2])
    for (const place of [i - by, i + by, i - by * width, i + by * width]) {
      const content = seen[place] ?? -1;
      if (content >= 0) return content;
    }
  return -1;
}

/** Every second pixel of a field along both axes. */
function halved(field: Float32Array, width: number, height: number): Float32Array {
  const [columns, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  return Float32Array.from({ length: columns * rows }, (_, i) => field[Math.floor(i / columns) * 2 * width + (i % columns) * 2] as number);
}

/**
 * What a content takes from the light beside it, in fields of full size, made at half the size, because both are soft. `dark`: its
 * cast shadow; `near`: its closeness; `core`: the middle of the shadow, where a clear content gathers the light.
 */
function shadowsOf(surface: Float32Array, there: Float32Array, width: number, height: number) {
  const [columns, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const small = halved(surface, width, height);
  const covered = halved(there, width, height);
  const full = (field: Float32Array): Float32Array => wider(field, columns, width, height, 2);
  const cast = shadowOf(small, blurred(covered, columns, rows, rows / 8), columns, rows);
  const dark = blurred(cast, columns, rows, rows / 240);
  return { dark: full(dark), near: full(blurred(covered, columns, rows, rows / 45)), core: full(blurred(dark, columns, rows, rows / 70)) };
}

/** Paints contents on stone by the heights of their surface: light, highlights, the shadow that they cast, and what is seen through them. */
export function paint(still: Still, height: number): Pixels {
  const { ground, aspect, seed } = still;
  const width = Math.round(height * aspect);
  const { high, seen, under } = heightsOf(still, width, height);
  // One pixel at all the sizes that the shop uses: a larger picture shows more, and not the same again.
  const surface = blurred(high, width, height, height / SOFT);
  const there = high.map((h) => (h > 0 ? 1 : 0));
  const cover = blurred(there, width, height, height / SOFT);
  const { dark, near, core } = shadowsOf(surface, there, width, height);
  const bed = stone(seed, aspect, width, height);
  const base = rgb(ground);
  const paints = still.contents.map(({ clear, gloss, colour, shade }) => ({ clear, gloss, colour: rgb(colour), shade: rgb(shade) }));
  const none = { clear: paints[0]?.clear ?? 0, gloss: 0, colour: base, shade: base };
  const data = Buffer.alloc(high.length * 3);
  for (let y = 0; y < height; y += 1) {
    const above = y > 0 ? width : 0;
    const next = y < height - 1 ? width : 0;
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      const part = cover[i] as number;
      const { clear, gloss, colour, shade } = paints[(seen[i] as number) < 0 ? beside(seen, i, width) : (seen[i] as number)] ?? none;
      const shadow = dark[i] as number;
      const gathered = clear * step(0.3, 0.95, core[i] as number) * 0.3;
      const cast = 1 - shadow * mix(0.42, 0.3, clear) - (near[i] as number) * mix(0.16, 0.06, clear) + gathered;
      const tooth = (noise(x * 0.83, y * 0.83) - 0.5) * 3;
      const below = (bed[i] as number) * cast;
      if (part < 0.004) {
        for (let channel = 0; channel < 3; channel += 1) data[i * 3 + channel] = byte((base[channel] as number) * below + tooth);
        continue;
      }
      const rough = (1 - clear) * ROUGH * Math.max(0.25, 1 - gloss * 2);
      const [gx, gy] = [(x / height) * GRAINS, (y / height) * GRAINS];
      const across = (surface[x < width - 1 ? i + 1 : i] as number) - (surface[x > 0 ? i - 1 : i] as number);
      const along = (surface[i + next] as number) - (surface[i - above] as number);
      const dx = (across * height) / 2 + (rough > 0 ? rough * (noise(gx, gy) - 0.5) : 0);
      const dy = (along * height) / 2 + (rough > 0 ? rough * (noise(gx + 31, gy) - 0.5) : 0);
      const long = Math.sqrt(dx * dx + dy * dy + 1);
      const nx = -dx / long;
      const ny = -dy / long;
      const nz = 1 / long;
      const lit = (nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]) / LIGHT[2];
      const glint = Math.max(0, nx * HALF[0] + ny * HALF[1] + nz * HALF[2]);
      const sky = Math.max(0, nx * ROOM[0] + ny * ROOM[1] + nz * ROOM[2]);
      // Light from the window enters a clear content at its near side, and is gathered at the far one.
      const away = -(nx * TOWARDS[0] + ny * TOWARDS[1]);
      const focus = clear * (Math.max(0, away) * 0.62 - Math.max(0, -away) * 0.3);
      const bent =
        Math.min(height - 1, Math.max(0, y + Math.round(ny * 0.05 * height))) * width +
        Math.min(width - 1, Math.max(0, x + Math.round(nx * 0.05 * height)));
      const through = (bed[bent] as number) * (1 + focus - (1 - nz) * 0.22 * clear);
      // The window lights an opaque content as it lights the stone around it.
      const window = mix(1, bed[i] as number, 0.7);
      const thick = 1 - Math.exp(-(high[i] as number) * 22);
      const wrapped = step(-0.35, 1.25, lit) * (1 - 0.2 * shadow);
      const shine = 255 * (gloss * (glint ** 90 * 0.85 + glint ** 18 * 0.1 + sky ** 60 * 0.12) + Math.max(0, lit - 1) * 0.1 * (1 - clear));
      const seenThrough = paints[under[i] as number]?.colour ?? base;
      for (let channel = 0; channel < 3; channel += 1) {
        const c = colour[channel] as number;
        const body = mix(shade[channel] as number, c, wrapped) * window;
        const over = mix(body, (seenThrough[channel] as number) * through * mix(1, c / 255, thick), clear) + shine;
        data[i * 3 + channel] = byte(mix((base[channel] as number) * below, over, part) + tooth);
      }
    }
  }
  return { data, width, height };
}

/** From 0 to 1: how far the way to the light is blocked. `close`: more than 0 where a shadow can fall */
function shadowOf(surface: Float32Array, close: Float32Array, width: number, height: number): Float32Array {
  const highest = surface.reduce((most, h) => Math.max(most, h), 0);
  const steps = 22;
  const reach = highest / SLOPE;
  return surface.map((own, i) => {
    if (close[i] === 0) return 0;
    const x = i % width;
    const y = (i - x) / width;
    let blocked = 0;
    for (let k = 1; k <= steps; k += 1) {
      const far = (reach * k) / steps;
      const column = Math.min(width - 1, Math.max(0, Math.round(x + TOWARDS[0] * far * height)));
      const row = Math.min(height - 1, Math.max(0, Math.round(y + TOWARDS[1] * far * height)));
      const over = (surface[row * width + column] as number) - own - far * SLOPE;
      if (over > 0) blocked = Math.max(blocked, over / (0.006 + far * 0.12));
    }
    return Math.min(1, blocked);
  });
}
