/** A number from 0 to 1 for each pair of whole numbers. */
function lattice(x: number, y: number): number {
  let state = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263);
  state = Math.imul(state ^ (state >>> 13), 1_274_126_177);
  return ((state ^ (state >>> 16)) >>> 0) / 4_294_967_296;
}

const ease = (t: number): number => t * t * (3 - 2 * t);
export const mix = (from: number, to: number, part: number): number => from + (to - from) * part;
/** 0 below `from`, 1 above `to`, and a soft step between them. */
export const step = (from: number, to: number, value: number): number => ease(Math.min(1, Math.max(0, (value - from) / (to - from))));

/** Smooth noise from 0 to 1. */
export function noise(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [ease(x - i), ease(y - j)];
  return mix(mix(lattice(i, j), lattice(i + 1, j), u), mix(lattice(i, j + 1), lattice(i + 1, j + 1), u), v);
}

/** Noise of four sizes, each half as large as the one before. */
export const grain = (x: number, y: number): number =>
  (noise(x, y) * 8 + noise(x * 2 + 17, y * 2) * 4 + noise(x * 4, y * 4 + 31) * 2 + noise(x * 8 + 5, y * 8)) / 15;

/** The distance to the nearest of scattered points, one in each cell: the walls of foam. */
export function cells(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  let nearest = 2;
  for (let a = i - 1; a <= i + 1; a += 1)
    for (let b = j - 1; b <= j + 1; b += 1) nearest = Math.min(nearest, Math.hypot(a + lattice(a, b) - x, b + lattice(a + 71, b) - y));
  return nearest;
}
