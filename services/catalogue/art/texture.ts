import type { SeedProduct } from '../data/seed-product.ts';
import { lookOf } from './looks.ts';

type Stuff = { kind: 'foam' | 'drops' | 'gel' | 'cream'; colour: string };

/** The texture of the content, by vessel. */
function stuffOf(product: SeedProduct): Stuff {
  if (product.step === 'cleanse') return { kind: 'foam', colour: '#F7FBFC' };
  const { vessel, amber } = lookOf(product);
  if (vessel === 'dropper') return { kind: 'drops', colour: '#E8BE73' };
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
  drops: (colour, next, { step }) => drops(colour, step === 'func' ? '#B9832F' : '#8FB5A3', next),
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
    <path d="${pool}" transform="translate(14 18)" fill="#14211D" opacity=".2" filter="url(#blur9)"/>
    <path d="${pool}" fill="url(#gelFill)" opacity=".92"/><path d="${pool}" fill="none" stroke="#6E9A84" stroke-opacity=".5" stroke-width="5" filter="url(#blur2)"/>
    <path d="M260 640C250 520 360 420 500 430" fill="none" stroke="#fff" stroke-width="26" stroke-linecap="round" opacity=".85" filter="url(#blur4)"/><path d="M800 330C860 300 930 290 975 330" fill="none" stroke="#fff" stroke-width="20" stroke-linecap="round" opacity=".85" filter="url(#blur4)"/>
    <path d="M330 830C430 868 600 868 700 806" fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity=".7" filter="url(#blur4)"/>
    ${bubbles.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" fill-opacity=".22" stroke="#5F8A75" stroke-opacity=".5" stroke-width="1.6"/><circle cx="${x - r * 0.32}" cy="${y - r * 0.35}" r="${r * 0.28}" fill="#fff"/>`).join('')}`;
}

function foam(colour: string, next: () => number): string {
  const bubbles: string[] = [];
  const taken: [number, number, number][] = [];
  for (let attempt = 0; attempt < 2600 && taken.length < 330; attempt++) {
    const angle = next() * Math.PI * 2,
      far = Math.sqrt(next()) * 430;
    const x = 600 + Math.cos(angle) * far * 1.12,
      y = 610 + Math.sin(angle) * far * 0.9;
    const r = (8 + next() ** 3 * 74) * (1.15 - far / 700);
    if (taken.some(([a, b, c]) => Math.hypot(a - x, b - y) < (c + r) * 0.86)) continue;
    taken.push([x, y, r]);
    bubbles.push(
      `<g transform="translate(${n(x)} ${n(y)}) scale(${n(r) / 10})"><circle r="10" fill="url(#bubble)"/><ellipse cx="-3.6" cy="-4.2" rx="2.5" ry="1.5" transform="rotate(-42 -3.6 -4.2)" fill="#fff" opacity=".95"/><circle cx="4.4" cy="5" r=".9" fill="#fff" opacity=".7"/></g>`,
    );
  }
  const bed =
    taken.map(([x, y, r]) => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r + 24)}"/>`).join('') +
    '<ellipse cx="600" cy="610" rx="400" ry="325"/>';
  return `<defs><radialGradient id="bubble" cx=".42" cy=".4" r=".6"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".7" stop-color="#DCEBF1" stop-opacity=".35"/><stop offset=".93" stop-color="#A3C1CD" stop-opacity=".6"/><stop offset="1" stop-color="#fff" stop-opacity=".9"/></radialGradient></defs>
    ${shadowed(bed, 0.2)}<g fill="#BFD4DD" transform="translate(5 7)" filter="url(#soft4)">${bed}</g><g fill="${colour}">${bed}</g>${bubbles.join('')}`;
}

/** Beads of liquid on the ground: dark where the light enters, bright where it leaves. */
function drops(colour: string, shade: string, next: () => number): string {
  const taken: [number, number, number][] = [
    [520, 560, 235],
    [850, 800, 120],
    [300, 900, 92],
  ];
  for (let attempt = 0; attempt < 600 && taken.length < 34; attempt++) {
    const x = 90 + next() * 1020,
      y = 120 + next() * 970,
      r = 12 + next() ** 2.4 * 70;
    if (!taken.some(([a, b, c]) => Math.hypot(a - x, b - y) < c + r + 16)) taken.push([x, y, r]);
  }
  const beads = taken.map(([x, y, r], i) => {
    const squash = 0.9 + ((i * 37) % 10) / 60;
    return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(r) / 100} ${n(r * squash) / 100})">
      <ellipse cx="22" cy="26" rx="132" ry="128" fill="url(#pool)"/><ellipse cx="12" cy="16" rx="118" ry="116" fill="url(#shadow)" opacity=".42"/>
      <circle r="100" fill="url(#bead)"/><circle r="98" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="3"/>
      <path d="M-14 84C34 84 76 50 86 6C74 40 40 64 -14 84Z" fill="#fff" opacity=".5"/>
      <ellipse cx="-42" cy="-46" rx="24" ry="15" transform="rotate(-44 -42 -46)" fill="#fff" opacity=".96"/><circle cx="-64" cy="-16" r="6" fill="#fff" opacity=".8"/></g>`;
  });
  return `<defs><radialGradient id="pool"><stop offset=".5" stop-color="${colour}" stop-opacity=".9"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient><radialGradient id="bead" cx=".68" cy=".72" r=".86"><stop offset="0" stop-color="#fff" stop-opacity=".8"/><stop offset=".4" stop-color="${colour}" stop-opacity=".75"/><stop offset=".8" stop-color="${colour}"/><stop offset="1" stop-color="${shade}"/></radialGradient></defs>${beads.join('')}`;
}
