import type { SeedProduct } from '../data/seed-product.ts';
import { lookOf } from './looks.ts';

type Stuff = { kind: 'foam' | 'smear' | 'puddle' | 'gel' | 'cream'; colour: string };

/** Colour and shade of each essence, as its text names them: milky, pale yellow, clear. */
const ESSENCES: Readonly<Record<number, readonly [colour: string, shade: string]>> = {
  3: ['#FBF4E6', '#C2A877'],
  7: ['#E8C27C', '#B9832F'],
  8: ['#E4E9DC', '#9FAA8C'],
};

/** The texture of the content, by vessel. */
function stuffOf(product: SeedProduct): Stuff {
  if (product.step === 'cleanse') return { kind: 'foam', colour: '#F7FBFC' };
  const { vessel, amber } = lookOf(product);
  if (vessel === 'dropper') return { kind: 'smear', colour: ESSENCES[product.id]?.[0] ?? '#E8C27C' };
  if (vessel === 'bottle' || vessel === 'flip') return { kind: 'puddle', colour: '#CFE3DA' };
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
  smear: (colour, next, product) => smear(colour, ESSENCES[product.id]?.[1] ?? '#B9832F', next, product),
  puddle: (colour, next) => puddle(colour, '#9CC0AF', next),
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
  return `<defs><radialGradient id="gelFill" cx=".66" cy=".72" r=".8"><stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="${colour}"/><stop offset="1" stop-color="#A9CBB8"/></radialGradient></defs>
    ${shadowed(`<path d="${pool}"/>`, 0.22)}
    <path d="${pool}" fill="url(#gelFill)" opacity=".92"/><path d="${pool}" fill="none" stroke="#6E9A84" stroke-opacity=".5" stroke-width="5" filter="url(#soft2)"/>
    <g fill="none" stroke="#fff" stroke-linecap="round" filter="url(#soft4)"><path d="M260 640C250 520 360 420 500 430" stroke-width="26" opacity=".85"/><path d="M800 330C860 300 930 290 975 330" stroke-width="20" opacity=".85"/><path d="M330 830C430 868 600 868 700 806" stroke-width="16" opacity=".7"/></g>`;
}

/** Foam from the pump, in one turn: a thick strand laid down as a spiral, with the ridges of the nozzle. */
function foam(colour: string, next: () => number): string {
  const from = next() * 0.8;
  /** `o`: distance from the middle of the strand, outwards */
  const spiral = (o: number): string => {
    const points = Array.from({ length: 100 }, (_, i) => {
      const turn = i / 99;
      const angle = from + turn * Math.PI * 4.3;
      const far = 310 * (1 - turn * 0.93) + o * (1 - turn * 0.55);
      // Seen from the front left, and higher in the middle.
      return `${n(600 + Math.cos(angle) * far * 1.14)} ${n(640 + Math.sin(angle) * far * 0.86 - turn * 90)}`;
    });
    return `M${points.join('L')}`;
  };
  const stroke = (o: number, width: number, opacity: number) =>
    `<path d="${spiral(o)}" stroke-width="${n(width)}" stroke-opacity="${opacity.toFixed(2)}"/>`;
  const layer = (colourOf: string, blur: number, strokes: string) =>
    `<g fill="none" stroke="${colourOf}" stroke-linecap="round" stroke-linejoin="round" filter="url(#soft${blur})">${strokes}</g>`;
  const ridges = Array.from({ length: 5 }, (_, i) => ({ at: (i - 2) * 26 + (next() - 0.5) * 6, depth: 0.3 + next() * 0.25 }));
  return [
    shadowed(`<path d="${spiral(0)}" fill="none" stroke-width="190" stroke-linecap="round" stroke-linejoin="round"/>`, 0.2),
    layer('#B4CDD8', 4, stroke(0, 196, 1)),
    layer(colour, 4, stroke(-6, 168, 1)),
    layer('#A9C6D3', 9, stroke(62, 44, 0.75)),
    layer('#BFD6E0', 2, ridges.map(({ at, depth }) => stroke(at, 7, depth)).join('')),
    layer('#fff', 4, stroke(-44, 26, 0.95) + stroke(10, 12, 0.8)),
    // The tip that the strand leaves when it tears off.
    `<g transform="translate(0 -14)"><path d="M540 566C556 520 600 486 668 474C640 500 644 534 658 556C640 592 570 600 540 566Z" fill="#C3D8E1" filter="url(#soft9)"/><path d="M546 560C560 516 602 486 664 476C632 500 630 534 640 554C622 584 568 590 546 560Z" fill="${colour}" filter="url(#soft4)"/></g>`,
  ].join('');
}

/** A drop that lies flat: light enters at the upper left and leaves at the lower right. */
const drop = (x: number, y: number, r: number): string =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${n(r) / 100})"><ellipse cx="12" cy="18" rx="122" ry="110" fill="url(#dropShade)"/><ellipse rx="100" ry="88" fill="url(#liquid)"/><path d="M-66 -28C-52 -58 -18 -72 18 -68" fill="none" stroke="#fff" stroke-width="11" stroke-linecap="round" opacity=".9"/><path d="M-10 68C28 66 60 46 74 16" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" opacity=".55"/></g>`;

const liquid = (colour: string, shade: string): string =>
  `<radialGradient id="liquid" cx=".7" cy=".74" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".85"/><stop offset=".45" stop-color="${colour}" stop-opacity=".85"/><stop offset="1" stop-color="${shade}" stop-opacity=".9"/></radialGradient><radialGradient id="dropShade"><stop offset=".6" stop-color="#14211D" stop-opacity=".22"/><stop offset="1" stop-color="#14211D" stop-opacity="0"/></radialGradient>`;

/** An essence, drawn out with a finger: a pool at its start, thinner and thinner towards its end, and the drops beside it. */
function smear(colour: string, shade: string, next: () => number, { id }: SeedProduct): string {
  const outline =
    'M176 806C132 690 226 606 344 598C520 584 640 470 800 356C900 284 1018 232 1082 250C1112 260 1084 296 1036 322C936 376 884 452 800 566C690 716 560 868 386 906C284 928 210 892 176 806Z';
  const streaks = Array.from({ length: 9 }, (_, i) => {
    const o = (i - 4) * 25 + next() * 10;
    const end = 960 + next() * 90;
    return `<path d="M${n(380 + o * 0.4)} ${n(752 + o)}C${n(560 + o * 0.4)} ${n(716 + o * 0.9)} ${n(700 + o * 0.2)} ${n(560 + o * 0.72)} ${n(end)} ${n(316 + (1050 - end) * 0.62 + o * 0.2)}" stroke-opacity="${(0.25 + next() * 0.4).toFixed(2)}" stroke-width="${n(4 + next() * 8)}"/>`;
  });
  const beads = [
    drop(900 + next() * 60, 800 + next() * 70, 74),
    drop(1020 + next() * 40, 640 + next() * 40, 34),
    drop(300 + next() * 90, 380 + next() * 60, 42),
  ];
  // Each product's stroke has a direction of its own.
  const turn = `translate(600 600) rotate(${((id * 37) % 34) - 17}) scale(${id % 2 ? 1 : -1} 1) translate(-600 -600)`;
  return `<defs>${liquid(colour, shade)}<linearGradient id="thin" x1="0" y1="1" x2="1" y2="0"><stop offset=".1" stop-color="${colour}"/><stop offset=".6" stop-color="${colour}" stop-opacity=".75"/><stop offset="1" stop-color="${colour}" stop-opacity=".3"/></linearGradient></defs>
    <g transform="${turn}"><path d="${outline}" transform="translate(8 12)" fill="#14211D" opacity=".16" filter="url(#soft9)"/><path d="${outline}" fill="url(#thin)"/><path d="${outline}" fill="none" stroke="${shade}" stroke-opacity=".55" stroke-width="5" filter="url(#soft2)"/>
    <g fill="none" stroke="#fff" stroke-linecap="round" filter="url(#soft2)">${streaks.join('')}</g>
    <g fill="none" stroke="#fff" stroke-linecap="round" filter="url(#soft4)"><path d="M226 740C226 680 284 646 356 642C450 634 540 592 626 528" stroke-width="20" opacity=".85"/><path d="M330 868C420 862 520 800 592 732" stroke-width="14" opacity=".6"/></g>${beads.join('')}</g>`;
}

/** Water as it runs from the bottle: a flat puddle, bright at the far edge, and the drops that went their own way. */
function puddle(colour: string, shade: string, next: () => number): string {
  const outline =
    'M150 590C136 462 286 398 426 420C560 440 606 330 742 338C858 346 884 436 996 456C1092 474 1094 580 1012 612C934 642 950 736 838 778C724 820 646 744 544 776C428 812 322 822 254 748C204 694 160 684 150 590Z';
  const edge = (stroke: string, width: number, opacity: number, blur: number) =>
    `<path d="${outline}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-opacity="${opacity}" filter="url(#soft${blur})"/>`;
  const beads = [
    drop(960 + next() * 60, 860 + next() * 40, 62),
    drop(1080, 740 + next() * 40, 26),
    drop(300 + next() * 60, 300 + next() * 30, 46),
    drop(430 + next() * 40, 250, 20),
    drop(850, 930 + next() * 30, 24),
  ];
  return `<defs>${liquid(colour, shade)}<clipPath id="inside"><path d="${outline}"/></clipPath><linearGradient id="water" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${shade}" stop-opacity=".75"/><stop offset=".45" stop-color="${colour}" stop-opacity=".7"/><stop offset="1" stop-color="#fff" stop-opacity=".7"/></linearGradient></defs>
    <path d="${outline}" transform="translate(10 14)" fill="#14211D" opacity=".18" filter="url(#soft9)"/><path d="${outline}" fill="${colour}"/><path d="${outline}" fill="url(#water)"/>
    <g clip-path="url(#inside)"><g transform="translate(-10 -14)">${edge('#fff', 34, 0.75, 9)}</g><g transform="translate(9 12)">${edge(shade, 22, 0.45, 9)}</g></g>${edge(shade, 4, 0.7, 2)}
    <g fill="none" stroke="#fff" stroke-linecap="round" filter="url(#soft4)"><path d="M214 586C214 520 300 474 402 482" stroke-width="20" opacity=".95"/><path d="M668 422C700 396 748 390 790 408" stroke-width="16" opacity=".9"/><path d="M620 716C700 724 770 744 832 710" stroke-width="12" opacity=".8"/></g>${beads.join('')}`;
}
