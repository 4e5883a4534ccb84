import type { SeedProduct } from '../data/seed-product.ts';
import { lookOf } from './looks.ts';

type Stuff = { kind: 'foam' | 'drops' | 'gel' | 'cream'; colour: string };

/** Colours of the essences 05 and 06; 03 is amber. */
const ESSENCES: Record<number, string> = { 7: '#EBCFA0', 8: '#D6D29A' };

/** The texture of the content, by vessel. */
function stuffOf(product: SeedProduct): Stuff {
  if (product.step === 'cleanse') return { kind: 'foam', colour: '#F7FBFC' };
  const { vessel, amber } = lookOf(product);
  if (vessel === 'dropper') return { kind: 'drops', colour: ESSENCES[product.id] ?? '#E8BE73' };
  if (vessel === 'bottle' || vessel === 'flip') return { kind: 'drops', colour: '#CFE3DA' };
  if (vessel === 'tube' && product.step === 'hydrate') return { kind: 'gel', colour: '#CFE4D8' };
  if (product.step === 'hand') return { kind: 'cream', colour: '#F3F1F7' };
  return { kind: 'cream', colour: amber ? '#FBF1E2' : '#FDF7F3' };
}

/** Pseudo-random numbers from a fixed seed. */
function thrown(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
const n = (value: number) => Number(value.toFixed(1));

const draw: Record<Stuff['kind'], (colour: string, next: () => number, product: SeedProduct) => string> = {
  cream: (colour, next, { step }) => cream(colour, step === 'hand' ? '#CFCBDD' : '#DFC7BB', next),
  gel: (colour) => gel(colour),
  foam: (colour, next) => foam(colour, next),
  drops: (colour, next, { step, id }) => drops(colour, step === 'func' ? (id === 8 ? '#958E45' : '#B9832F') : '#8FB5A3', next, id),
};

/** A close-up of the content. The product's id is the seed, so each drawing is unique and stable. */
export function textureOf(product: SeedProduct): string {
  const { kind, colour } = stuffOf(product);
  const next = thrown(product.id);
  // From 2 px a blur is drawn from boxes, which is fast. It covers the whole picture, because a region measured by the shape cuts off its stroke.
  const blurs = [2, 4, 9]
    .map(
      (by) =>
        `<filter id="soft${by}" color-interpolation-filters="sRGB" filterUnits="userSpaceOnUse" x="0" y="0" width="1200" height="1200"><feGaussianBlur stdDeviation="${by}"/></filter>`,
    )
    .join('');
  return `<defs>${blurs}</defs>${draw[kind](colour, next, product)}`;
}

const shadowed = (shape: string, opacity = 0.26) =>
  `<g transform="translate(16 20)" filter="url(#soft9)" opacity="${opacity}"><g fill="#14211D" stroke="#14211D">${shape}</g></g>`;

/** One stroke of a spatula: a broad body, rounded at its edges, with ridges running along it. */
function cream(colour: string, shade: string, next: () => number): string {
  const spine = (o: number) =>
    `M${n(215 + o * 0.42)} ${n(800 + o * 0.5)}C${n(300 + o * 0.75)} ${n(420 + o * 0.75)} ${n(500 + o * 0.2)} ${n(330 + o)} ${n(615 - o * 0.2)} ${n(560 + o * 0.7)}S${n(860 + o * 0.35)} ${n(850 + o * 0.75)} ${n(975 + o * 0.3)} ${n(405 + o * 0.4)}`;
  const stroke = (o: number, width: number, opacity: number) =>
    `<path d="${spine(o)}" stroke-width="${n(width)}" stroke-opacity="${opacity.toFixed(2)}"/>`;
  // Strokes of one colour share one filter: a blur for each of them takes two seconds.
  const layer = (colourOf: string, blur: number, strokes: string) =>
    `<g fill="none" stroke="${colourOf}" stroke-linecap="round" filter="url(#soft${blur})">${strokes}</g>`;
  const ridges = Array.from({ length: 13 }, (_, i) => ({
    at: (i - 6) * 19 + (next() - 0.5) * 8,
    dark: 9 + next() * 9,
    light: 5 + next() * 8,
    depth: 0.34 + next() * 0.3,
  }));
  const body = `<path d="${spine(0)}" fill="none" stroke-width="296" stroke-linecap="round"/>`;
  return [
    shadowed(body),
    layer(shade, 2, stroke(0, 296, 1)),
    layer(colour, 4, stroke(-7, 276, 1)),
    layer(shade, 9, stroke(46, 120, 0.3)),
    layer(shade, 2, ridges.map(({ at, dark, depth }) => stroke(at + 7, dark, depth)).join('')),
    layer('#fff', 2, ridges.map(({ at, light }) => stroke(at - 2, light, 0.75)).join('') + stroke(-104, 22, 0.9)),
  ].join('');
}

/** A clear gel in one stroke: light passes through it and is brightest at the far edge. */
function gel(colour: string): string {
  const pool =
    'M170 700C120 480 300 300 520 340C640 362 700 300 820 260C1000 205 1110 330 1060 500C1030 610 900 600 850 700C790 830 690 900 520 890C350 900 205 850 170 700Z';
  const bubbles = [
    [430, 560, 17],
    [470, 610, 8],
    [700, 470, 12],
    [880, 400, 20],
    [920, 440, 7],
    [380, 720, 10],
    [640, 740, 14],
  ] as const;
  return `<defs><radialGradient id="gelFill" cx=".66" cy=".72" r=".8"><stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="${colour}"/><stop offset="1" stop-color="#A9CBB8"/></radialGradient></defs>
    <path d="${pool}" transform="translate(14 18)" fill="#14211D" opacity=".2" filter="url(#soft9)"/>
    <path d="${pool}" fill="url(#gelFill)" opacity=".92"/><path d="${pool}" fill="none" stroke="#6E9A84" stroke-opacity=".5" stroke-width="5" filter="url(#soft2)"/>
    <path d="M260 640C250 520 360 420 500 430" fill="none" stroke="#fff" stroke-width="26" stroke-linecap="round" opacity=".85" filter="url(#soft4)"/><path d="M800 330C860 300 930 290 975 330" fill="none" stroke="#fff" stroke-width="20" stroke-linecap="round" opacity=".85" filter="url(#soft4)"/>
    <path d="M330 830C430 868 600 868 700 806" fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity=".7" filter="url(#soft4)"/>
    ${bubbles.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" fill-opacity=".22" stroke="#5F8A75" stroke-opacity=".5" stroke-width="1.6"/><circle cx="${x - r * 0.32}" cy="${y - r * 0.35}" r="${r * 0.28}" fill="#fff"/>`).join('')}`;
}

/** A closed outline through points around a middle. Quadratic curves between the halfway points make it round. */
function blob(points: readonly (readonly [x: number, y: number])[]): string {
  const middle = (place: number): string => {
    const [one, other] = [points[place % points.length], points[(place + 1) % points.length]];
    return `${n(((one?.[0] ?? 0) + (other?.[0] ?? 0)) / 2)} ${n(((one?.[1] ?? 0) + (other?.[1] ?? 0)) / 2)}`;
  };
  const curves = points.map((_, place) => {
    const [x, y] = points[(place + 1) % points.length] ?? [0, 0];
    return `Q${n(x)} ${n(y)} ${middle(place + 1)}`;
  });
  return `M${middle(0)}${curves.join('')}Z`;
}

/** An outline that a hand would draw for a circle: wider than high, and uneven. */
const uneven = (x: number, y: number, r: number, next: () => number): string =>
  blob(
    Array.from({ length: 9 }, (_, place) => {
      const [angle, far] = [(place / 9) * Math.PI * 2, r * (0.93 + next() * 0.16)];
      return [x + Math.cos(angle) * far * 1.08, y + Math.sin(angle) * far * 0.92] as const;
    }),
  );

/** Lather as it leaves the palm: soft heaps, one on the other, with the curl of the fingers. */
function foam(colour: string, next: () => number): string {
  const rows = [
    { y: 830, reach: 330, heaps: 6, r: 118 },
    { y: 690, reach: 265, heaps: 5, r: 122 },
    { y: 545, reach: 180, heaps: 4, r: 112 },
    { y: 420, reach: 80, heaps: 2, r: 100 },
  ];
  const heaps = rows.flatMap(({ y, reach, heaps: count, r }) =>
    Array.from({ length: count }, (_, place) => {
      const at = 600 - reach + (2 * reach * place) / (count - 1);
      return { x: at + (next() - 0.5) * 34, y: y + (next() - 0.5) * 30 + Math.abs(at - 600) * 0.12, r: r * (0.9 + next() * 0.24) };
    }),
  );
  const outline = heaps.map(({ x, y, r }) => uneven(x, y, r, next));
  const all = outline.map((shape) => `<path d="${shape}"/>`).join('');
  const curls = heaps.map(
    ({ x, y, r }) =>
      `<path d="M${n(x - r * 0.62)} ${n(y + r * 0.22)}C${n(x - r * 0.42)} ${n(y + r * 0.72)} ${n(x + r * 0.4)} ${n(y + r * 0.74)} ${n(x + r * 0.66)} ${n(y + r * 0.16)}"/>`,
  );
  const lights = heaps.map(
    ({ x, y, r }) => `<ellipse cx="${n(x - r * 0.24)}" cy="${n(y - r * 0.42)}" rx="${n(r * 0.4)}" ry="${n(r * 0.2)}"/>`,
  );
  return `${shadowed(all, 0.2)}<g fill="#C4D8E1" transform="translate(4 8)" filter="url(#soft4)">${all}</g><g fill="${colour}">${all}</g>
    <g fill="none" stroke="#B9D0DB" stroke-width="9" stroke-linecap="round" stroke-opacity=".75" filter="url(#soft2)">${curls.join('')}</g><g fill="#fff" filter="url(#soft4)">${lights.join('')}</g>`;
}

/** Share of a drawn-out drop that is its round head. */
const HEAD = 0.22;

/** A drop that a finger drew out, with a few that fell beside it: flat, as they lie on the skin. */
function drops(colour: string, shade: string, next: () => number, id: number): string {
  const turn = ((id * 47) % 110) - 55;
  const mirrored = id % 2 === 0 ? ' translate(1200 0) scale(-1 1)' : '';
  const bend = 120 + next() * 120;
  const at = (t: number): [number, number] => [300 + 620 * t, 330 + 520 * t + Math.sin(t * Math.PI) * bend * (t - 0.55)];
  const width = (t: number): number =>
    t < HEAD ? 155 * Math.sqrt(1 - ((HEAD - t) / HEAD) ** 2) : 155 * (1 - (t - HEAD) / (1 - HEAD)) ** 1.1 + 9;
  const ts = Array.from({ length: 31 }, (_, place) => (place / 30) ** 1.7);
  const side = (t: number, far: number): [number, number] => {
    const [[x, y], [a, b]] = [at(t), at(t + 0.01)];
    const length = Math.hypot(a - x, b - y);
    return [x - ((b - y) / length) * far, y + ((a - x) / length) * far];
  };
  const wobble = ts.map(() => 0.97 + next() * 0.06);
  const edge = (sign: number) => ts.map((t, place) => side(t, sign * width(t) * (wobble[place] ?? 1)));
  const smear = blob([...edge(1), ...edge(-1).toReversed()]);
  const trace = (from: number, to: number, share: number): string => {
    const points = Array.from({ length: 9 }, (_, place) => from + ((to - from) * place) / 8).map((t) => side(t, width(t) * share));
    return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`;
  };
  const traces = [-0.62, -0.34, -0.08, 0.2, 0.46, 0.68].map((share) => trace(0.3 + next() * 0.16, 0.78 + next() * 0.2, share));
  const fallen = (
    [
      [905, 350, 92],
      [1010, 520, 40],
      [770, 250, 30],
      [330, 830, 74],
      [470, 945, 34],
    ] as const
  ).map(([x, y, r]) => [x + (next() - 0.5) * 70, y + (next() - 0.5) * 70, r * (0.85 + next() * 0.3)] as const);
  const shapes = [smear, ...fallen.map(([x, y, r]) => uneven(x, y, r, next))];
  const all = shapes.map((shape) => `<path d="${shape}"/>`).join('');
  const glint = ([x, y, r]: readonly [number, number, number]): string =>
    `<path d="M${n(x - r * 0.62)} ${n(y + r * 0.1)}A${n(r * 0.7)} ${n(r * 0.62)} 0 0 1 ${n(x + r * 0.06)} ${n(y - r * 0.56)}" stroke-width="${n(r * 0.13)}"/>`;
  return `<g transform="rotate(${turn} 600 600)${mirrored}">${shadowed(all, 0.18)}
    <g fill="${colour}" fill-opacity=".86" stroke="${shade}" stroke-opacity=".55" stroke-width="5">${all}</g>
    <g fill="none" stroke="${shade}" stroke-width="7" stroke-linecap="round" stroke-opacity=".34" filter="url(#soft2)">${traces.map((line) => `<path d="${line}"/>`).join('')}</g>
    <g fill="none" stroke="#fff" stroke-linecap="round" stroke-opacity=".9" filter="url(#soft2)"><path d="${trace(0.07, 0.44, -0.66)}" stroke-width="22"/><path d="${trace(0.5, 0.6, -0.6)}" stroke-width="12"/>${fallen.map(glint).join('')}</g></g>`;
}
