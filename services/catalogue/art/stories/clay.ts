import { n, oval, path, shade } from './canvas.ts';

type Point = readonly [x: number, y: number];

/** The half of a convex polygon that is nearer to `here` than to `there`, less `gap` along the line between the two. */
function nearer(polygon: readonly Point[], here: Point, there: Point, gap: number): Point[] {
  const [dx, dy] = [there[0] - here[0], there[1] - here[1]];
  const far = Math.hypot(dx, dy);
  /** Distance of a point behind the line; positive on the far side. */
  const beyond = ([x, y]: Point): number => ((x - here[0]) * dx + (y - here[1]) * dy) / far - (far / 2 - gap);
  return polygon.flatMap((point, i) => {
    const next = polygon[(i + 1) % polygon.length] as Point;
    const [a, b] = [beyond(point), beyond(next)];
    const crossing: Point[] =
      a * b < 0 ? [[point[0] + ((next[0] - point[0]) * a) / (a - b), point[1] + ((next[1] - point[1]) * a) / (a - b)]] : [];
    return a <= 0 ? [point, ...crossing] : crossing;
  });
}

/** Middles of the plates: a sunflower's spiral, pulled about so that no two plates look alike. */
const PLATES: readonly Point[] = Array.from({ length: 19 }, (_, i) => {
  const [far, turn] = [Math.sqrt((i + 0.6) / 19) * 0.9, i * 2.39996 + ((i * 7) % 5) * 0.16];
  return [far * Math.cos(turn), far * Math.sin(turn)];
});
const RIM: readonly Point[] = Array.from({ length: 48 }, (_, i) => [Math.cos((i * Math.PI) / 24), Math.sin((i * Math.PI) / 24)]);

const RADIUS = 300;
/** Seen from slightly above: height of a circle for its width. */
const FLAT = 0.34;

/** A round slab of dried clay that has cracked, its top centred on x, y. */
export function crackedClay(x: number, y: number): string {
  const DEPTH = 78;
  const outline = (polygon: readonly Point[], lower: number): string =>
    `M${polygon.map(([px, py]) => `${n(x + px * RADIUS)} ${n(y + py * RADIUS * FLAT + lower)}`).join('L')}Z`;
  const plates = PLATES.map((middle) => {
    const polygon = PLATES.reduce<readonly Point[]>((left, other) => (other === middle ? left : nearer(left, middle, other, 0.034)), RIM);
    // Joined round in its own colour, a plate has no sharp corners.
    const plate = (lower: number, fill: string) =>
      path(outline(polygon, lower), fill, `stroke="${fill}" stroke-width="5" stroke-linejoin="round"`);
    const worn = 0.5 + ((middle[0] * 3 + middle[1] * 5 + 8) % 1) * 0.5;
    return `${plate(9, '#8E5B3E')}${plate(0, '#D6A27E')}${path(outline(polygon, 0), 'url(#clay-top)', `opacity="${n(worn)}"`)}`;
  });
  return [
    `<defs><linearGradient id="clay-side"><stop offset="0" stop-color="#C08A67"/><stop offset=".28" stop-color="#DDAE8B"/><stop offset=".62" stop-color="#B27B58"/><stop offset="1" stop-color="#8A5738"/></linearGradient><linearGradient id="clay-top" gradientUnits="userSpaceOnUse" x1="${x - RADIUS}" y1="${y - 90}" x2="${x + RADIUS}" y2="${y + 90}"><stop offset="0" stop-color="#F3CFB0"/><stop offset=".5" stop-color="#DDAA85"/><stop offset="1" stop-color="#C08A66"/></linearGradient></defs>`,
    shade(x + 20, y + DEPTH + 66, RADIUS * 1.02, 62, 0.4),
    path(`M${x - RADIUS} ${y}V${y + DEPTH}A${RADIUS} ${RADIUS * FLAT} 0 0 0 ${x + RADIUS} ${y + DEPTH}V${y}Z`, 'url(#clay-side)'),
    oval(x, y, RADIUS, RADIUS * FLAT, '#7A4A30'),
    ...plates,
  ].join('');
}
