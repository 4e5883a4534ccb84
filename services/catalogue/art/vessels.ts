import { BRAND, INK, INK_SOFT } from './palette.ts';
import type { LabelTexts } from './label-texts.ts';
import { line, widthOf } from './type.ts';

export type Vessel = 'pump' | 'bottle' | 'dropper' | 'tube' | 'jar' | 'flip' | 'sachet' | 'box';
export type Drawn = {
  /** SVG, standing on y = 0, centred on x = 0, in mm */
  svg: string;
  /** mm */
  width: number;
  height: number;
  /** mm by which the near edge of its foot lies below y = 0 */
  below: number;
  /** SVG paths of the shadow of a vessel without a round foot: contact shadow and cast shadow */
  foot?: { contact: string; fall: string };
};
export type Look = { vessel: Vessel; amber?: boolean; slim?: boolean };
type Ink = { label: LabelTexts; tint: string };

/** Height of the near edge of a circle, because the camera is slightly above. */
const SAG = 0.075;
/** The lowest place of a foot with this radius. */
const nearEdge = (r: number): number => r * SAG * 1.03;
const n = (value: number) => Number(value.toFixed(2));

/** A round body of radius r, seen slightly from above. */
function cylinder(r: number, top: number, bottom: number, fill: string, round = 0): string {
  const sag = r * SAG;
  return `<path fill="${fill}" d="M${n(-r)} ${n(top)}A${n(r)} ${n(sag)} 0 0 1 ${n(r)} ${n(top)}V${n(bottom - round)}Q${n(r)} ${n(bottom + sag * 0.4)} ${n(r - round)} ${n(bottom + sag * 0.55)}Q0 ${n(bottom + sag * 1.5)} ${n(-r + round)} ${n(bottom + sag * 0.55)}Q${n(-r)} ${n(bottom + sag * 0.4)} ${n(-r)} ${n(bottom - round)}Z"/>`;
}

const rim = (r: number, y: number, colour: string, opacity: number, width = 0.35) =>
  `<path fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}" d="M${n(-r)} ${n(y)}Q0 ${n(y + r * SAG * 2)} ${n(r)} ${n(y)}"/>`;
const disc = (r: number, y: number, fill: string) => `<ellipse cx="0" cy="${n(y)}" rx="${n(r)}" ry="${n(r * SAG)}" fill="${fill}"/>`;
const ribs = (r: number, top: number, bottom: number) =>
  Array.from({ length: 23 }, (_, i) => {
    const x = r * Math.sin(((i - 11) / 23) * Math.PI);
    const drop = SAG * Math.sqrt(Math.max(0, r * r - x * x));
    return `<path stroke="#fff" stroke-opacity="${n(0.16 - Math.abs(i - 7) * 0.008)}" stroke-width=".28" d="M${n(x)} ${n(top + drop)}V${n(bottom + drop)}"/>`;
  }).join('');

/** Body with shoulders: neck radius, shoulder height, foot rounding. */
function bottleBody(r: number, neck: number, top: number, shoulder: number, foot: number): string {
  const sag = r * SAG;
  const y = top + shoulder;
  return `M${n(-neck)} ${n(top)}C${n(-neck - (r - neck) * 0.62)} ${n(top + shoulder * 0.05)} ${n(-r)} ${n(top + shoulder * 0.35)} ${n(-r)} ${n(y)}V${n(-foot)}Q${n(-r)} ${n(sag * 0.2)} ${n(-r + foot)} ${n(sag * 0.55)}Q0 ${n(sag * 1.5)} ${n(r - foot)} ${n(sag * 0.55)}Q${n(r)} ${n(sag * 0.2)} ${n(r)} ${n(-foot)}V${n(y)}C${n(r)} ${n(top + shoulder * 0.35)} ${n(neck + (r - neck) * 0.62)} ${n(top + shoulder * 0.05)} ${n(neck)} ${n(top)}Z`;
}

const porcelain = (path: string): string =>
  `<path d="${path}" fill="url(#porcelain)"/><path d="${path}" fill="url(#lift)"/><path d="${path}" fill="url(#fall)"/>`;

/** A body of amber glass. The light on it follows the shoulder and fades out above `label`, where the paper begins; a jar has too low a shoulder. */
function glass(path: string, r: number, neck: number, top: number, label: number): string {
  const height = -top;
  const [from, to] = [top + (label - top) * 0.12, label - (label - top) * 0.06];
  const shine = `<path d="M${n(-neck * 0.78)} ${n(from)}C${n(-r * 0.66)} ${n(from + (to - from) * 0.12)} ${n(-r * 0.7)} ${n(from + (to - from) * 0.45)} ${n(-r * 0.7)} ${n(to)}" fill="none" stroke="url(#shine)" stroke-width="${n(r * 0.16)}" stroke-linecap="round"/>`;
  return [
    `<path d="${path}" fill="url(#glass)"/>`,
    `<ellipse cx="${n(r * 0.12)}" cy="${n(-height * 0.1)}" rx="${n(r * 0.8)}" ry="${n(height * 0.13)}" fill="url(#glow)"/>`,
    `<path d="${path}" fill="url(#fall)"/>`,
    label - top > r / 2 ? shine : '',
  ].join('');
}

/** A paper label around a round body, with its texts. */
function wrapped(r: number, top: number, bottom: number, { label, tint }: Ink): string {
  const sag = r * SAG;
  const path = `M${n(-r)} ${n(top)}Q0 ${n(top + sag * 2)} ${n(r)} ${n(top)}V${n(bottom)}Q0 ${n(bottom + sag * 2)} ${n(-r)} ${n(bottom)}Z`;
  return `<path d="${path}" fill="${tint}"/><path d="${path}" fill="url(#paper)"/>${tallText(r, top + sag, bottom + sag, label)}${rim(r, top + 0.2, '#fff', 0.75, 0.4)}${rim(r, bottom - 0.1, INK, 0.22, 0.35)}`;
}

function tallText(r: number, top: number, bottom: number, { mark, zh, en, size }: LabelTexts): string {
  const left = -r * 0.74;
  const fit = r * 1.48;
  const small = r * 0.15;
  const number = Math.min(fit * 0.8, (bottom - top) * 0.44);
  const base = top + r * 0.2 + number * 0.86;
  const english = setInLines(en, fit, small);
  return [
    line(left - number * 0.035, base, mark, { face: 'serif', size: number, fill: INK, tracking: -0.02, maxWidth: fit }),
    `<path d="M${n(left)} ${n(base + r * 0.17)}h${n(fit)}" stroke="${INK}" stroke-width="${n(r * 0.022)}"/>`,
    line(left, base + r * 0.51, zh, { face: 'sans', size: r * 0.285, fill: INK, tracking: 0.02, maxWidth: fit }),
    ...english.map((words, i) =>
      line(left, base + r * 0.74 + i * small * 1.36, words, { face: 'sans', size: small, fill: INK_SOFT, tracking: 0.1, maxWidth: fit }),
    ),
    line(left, bottom - r * 0.15, size, { face: 'sans', size: small, fill: INK_SOFT, tracking: 0.04 }),
    line(left + fit, bottom - r * 0.15, 'NORDHAUT', { face: 'serif', size: small * 0.8, fill: INK, tracking: 0.1, anchor: 'end' }),
  ].join('');
}

/** One line if it fits at nearly the same size, else one line for each word. */
const setInLines = (text: string, fit: number, size: number): string[] =>
  widthOf(text, { face: 'sans', size, tracking: 0.1 }) * 0.86 <= fit ? [text] : text.split(' ');

function pump(ink: Ink): Drawn {
  const r = 25,
    top = -112;
  const head = [
    `<rect x="-2.6" y="-140" width="5.2" height="18" fill="url(#cap)"/>`,
    `<path fill="url(#cap)" d="M-8.5 -137V-147Q-8.5 -150 -5.5 -150H6Q8.8 -150 8.8 -147V-137Q0 -135.6 -8.5 -137Z"/>`,
    `<path fill="#16231F" d="M-8 -149.4H-24Q-29.5 -149.4 -30 -144L-30.6 -136.6Q-27.6 -135.4 -25.2 -136.4L-24.8 -139.6Q-24.5 -141.6 -22 -141.6H-8Z"/>`,
    `<path fill="none" stroke="#5B7268" stroke-width=".8" stroke-linecap="round" d="M6 -149.2H-24Q-28.6 -149 -29.2 -144.6"/>`,
  ].join('');
  const collar = cylinder(10.5, -124, -112.4, 'url(#cap)') + ribs(10.5, -123.4, -113.4) + rim(10.5, -124, '#6B8278', 0.7);
  return {
    width: 56,
    height: 150,
    below: nearEdge(r),
    svg: head + collar + porcelain(bottleBody(r, 11.5, top, 14, 5)) + wrapped(r, -82, -14, ink),
  };
}

function bottle(ink: Ink): Drawn {
  const r = 23.5,
    top = -118;
  const cap =
    cylinder(14.2, -150, -119, 'url(#cap)') +
    disc(14.2, -150, '#31453D') +
    rim(14.2, -150, '#7C9389', 0.55) +
    rim(14.2, -124.5, '#000', 0.5) +
    rim(14.2, -124, '#7C9389', 0.35);
  return { width: 47, height: 151, below: nearEdge(r), svg: porcelain(bottleBody(r, 14.5, top, 22, 5)) + cap + wrapped(r, -82, -14, ink) };
}

function dropper(ink: Ink, slim: boolean): Drawn {
  const r = slim ? 18.5 : 22,
    top = slim ? -76 : -88;
  const y = top - 21;
  const paper = slim ? -59 : -68;
  const bulb = `<path fill="url(#cap)" d="M-7.4 ${y + 1}V${y - 15}Q-7.4 ${y - 24} 0 ${y - 24}Q7.4 ${y - 24} 7.4 ${y - 15}V${y + 1}Z"/><path fill="none" stroke="#6F867C" stroke-opacity=".6" stroke-width=".7" stroke-linecap="round" d="M-4.2 ${y - 5}V${y - 15}Q-4 ${y - 19.4} -1.6 ${y - 21.4}"/>`;
  const collar =
    cylinder(11, y, top + 0.4, 'url(#cap)') + disc(11, y, '#2C3F37') + ribs(11, y + 0.6, top - 0.6) + rim(11, y, '#7C9389', 0.5);
  return {
    width: r * 2,
    height: -y + 24,
    below: nearEdge(r),
    svg: glass(bottleBody(r, 11.5, top, slim ? 14 : 18, 5), r, 11.5, top, paper) + bulb + collar + wrapped(r, paper, -9, ink),
  };
}

function tube(ink: Ink, metal: boolean): Drawn {
  const wide = 28,
    narrow = 20.5,
    top = -148,
    neck = -24;
  const skin = metal ? 'aluminium' : 'porcelain';
  const path = `M${-wide} ${top}H${wide}C${wide - 1} -110 ${narrow + 2.4} -60 ${narrow} ${neck}Q0 ${neck + 3} ${-narrow} ${neck}C${-narrow - 2.4} -60 ${-wide + 1} -110 ${-wide} ${top}Z`;
  const crimp = `<path d="M${-wide} ${top}H${wide}L${wide - 0.2} ${top + 8}H${-wide + 0.2}Z" fill="${INK}" fill-opacity=".07"/>${Array.from({ length: 55 }, (_, i) => `<path d="M${n(-wide + 1 + i * 1.0185)} ${top + 0.8}v6.4" stroke="${INK}" stroke-opacity=".13" stroke-width=".3"/>`).join('')}<path d="M${-wide} ${top + 8}H${wide}" stroke="#fff" stroke-opacity=".8" stroke-width=".5"/>`;
  const fold = `<path d="M-5 ${top + 8}C-3 -118 -8 -96 -11 -70" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3" filter="url(#blur1)"/>`;
  const cap =
    cylinder(narrow - 1.2, neck + 0.6, -1.4, 'url(#cap)', 1.6) +
    rim(narrow - 1.2, neck + 1.6, '#7C9389', 0.35) +
    rim(narrow - 1.2, neck + 4.6, '#000', 0.55) +
    rim(narrow - 1.2, neck + 5.1, '#7C9389', 0.3);
  // The label follows the taper of the tube, so its text is set to the narrow end.
  const at = (y: number) => narrow + 0.6 + ((neck - y) / (neck - top)) * (wide - narrow - 1.4);
  const [a, b] = [-122, -42];
  const paper = `M${n(-at(a))} ${a}Q0 ${a + 3} ${n(at(a))} ${a}L${n(at(b))} ${b}Q0 ${b + 3} ${n(-at(b))} ${b}Z`;
  return {
    width: wide * 2,
    height: 148,
    below: 0,
    svg: `${cap}<path d="${path}" fill="url(#${skin})"/><path d="${path}" fill="url(#fall)"/>${fold}${crimp}<path d="${paper}" fill="${ink.tint}"/><path d="${paper}" fill="url(#paper)"/>${tallText(22.5, a + 2, b + 1, ink.label)}`,
  };
}

function jar(ink: Ink, amber: boolean): Drawn {
  const r = 36,
    { label, tint } = ink;
  const shape = bottleBody(r, r - 3, -46, 5, 7);
  const lid =
    cylinder(r + 1, -66, -47, 'url(#cap)', 1.2) +
    disc(r + 1, -66, '#2F433B') +
    disc(r - 1, -66.1, '#3A5147') +
    rim(r + 1, -66, '#8AA197', 0.5) +
    rim(r + 1, -50.6, '#000', 0.4) +
    rim(r + 1, -50.1, '#7C9389', 0.3);
  const [a, b] = [-38, -8];
  const sag = r * SAG;
  const paper = `M${-r} ${a}Q0 ${n(a + sag * 2)} ${r} ${a}V${b}Q0 ${n(b + sag * 2)} ${-r} ${b}Z`;
  const left = -r * 0.74,
    middle = 1.5,
    base = b + sag - 5.2,
    fit = r * 0.74 - middle - 1;
  const text = [
    line(left, base, label.mark, { face: 'serif', size: 25, fill: INK, tracking: -0.02, maxWidth: 25 }),
    `<path d="M${n(middle - 1.6)} ${n(a + sag + 5.4)}V${n(base + 0.2)}" stroke="${INK}" stroke-width=".4"/>`,
    line(middle + 1, a + sag + 9.4, label.zh, { face: 'sans', size: 4.8, fill: INK, maxWidth: fit }),
    ...label.en
      .split(' ')
      .map((word, i) =>
        line(middle + 1, a + sag + 13.4 + i * 3.3, word, { face: 'sans', size: 2.4, fill: INK_SOFT, tracking: 0.1, maxWidth: fit }),
      ),
    line(middle + 1, base, label.size, { face: 'sans', size: 2.5, fill: INK_SOFT }),
    line(middle + 1 + fit, base, 'NORDHAUT', { face: 'serif', size: 2.3, fill: INK, tracking: 0.12, anchor: 'end' }),
  ].join('');
  return {
    width: (r + 1) * 2,
    height: 69,
    below: nearEdge(r),
    svg: `${amber ? glass(shape, r, r - 3, -46, a) : porcelain(shape)}${lid}<path d="${paper}" fill="${tint}"/><path d="${paper}" fill="url(#paper)"/>${text}${rim(r, a + 0.2, '#fff', 0.7, 0.4)}`,
  };
}

function flip(ink: Ink): Drawn {
  const r = 18,
    top = -86;
  const cap =
    cylinder(r - 0.6, -106, -86, 'url(#cap)') +
    disc(r - 0.6, -106, '#31453D') +
    rim(r - 0.6, -106, '#7C9389', 0.5) +
    rim(r - 0.6, -99, '#000', 0.6) +
    rim(r - 0.6, -98.5, '#7C9389', 0.35);
  return {
    width: r * 2,
    height: 107,
    below: nearEdge(r),
    svg: porcelain(bottleBody(r, r - 1.2, top, 4, 4)) + cap + wrapped(r, -70, -12, ink),
  };
}

/** A trial pack: a flat pouch with sealed edges. */
function sachet({ label, tint }: Ink): Drawn {
  const seal = (y: number) =>
    `<rect x="-31" y="${y}" width="62" height="7" fill="#fff" fill-opacity=".45"/>${Array.from({ length: 30 }, (_, i) => `<path d="M${n(-30 + i * 2.06)} ${y + 0.8}v5.4" stroke="${INK}" stroke-opacity=".14" stroke-width=".35"/>`).join('')}`;
  const path = 'M-31 -98Q0 -97 31 -98Q30 -50 31 -1Q0 0.4 -31 -1Q-30 -50 -31 -98Z';
  return {
    width: 62,
    height: 98,
    below: 0,
    svg: `<path d="${path}" fill="${tint}"/><path d="${path}" fill="url(#paper)" opacity=".75"/><path d="M-16 -90C-20 -60 -12 -34 -17 -10" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="6" filter="url(#blur2)"/><path d="M20 -86C16 -60 22 -40 18 -14" fill="none" stroke="${INK}" stroke-opacity=".14" stroke-width="4" filter="url(#blur2)"/>${tallText(27, -88, -12, label)}${seal(-98)}${seal(-8)}<path d="M-31 -84l2.4 1.4l-2.4 1.4z" fill="#fff" fill-opacity=".9"/>`,
  };
}

/** A folding box seen from its front and a little of its right side. */
export function carton(w: number, h: number, side: number, { label, tint }: Ink): Drawn {
  const x = -(w + side) / 2,
    lift = side * 0.16;
  const front = `<path d="M${n(x)} ${-h}H${n(x + w)}V0H${n(x)}Z" fill="#FDFEFD"/><path d="M${n(x)} ${n(-h * 0.74)}H${n(x + w)}V${n(-h * 0.1)}H${n(x)}Z" fill="${tint}"/>`;
  const flank = `<path d="M${n(x + w)} ${-h}L${n(x + w + side)} ${n(-h - lift)}V${n(-lift)}L${n(x + w)} 0Z" fill="#D5DCD8"/><path d="M${n(x + w)} ${n(-h * 0.74)}L${n(x + w + side)} ${n(-h * 0.74 - lift)}V${n(-h * 0.1 - lift)}L${n(x + w)} ${n(-h * 0.1)}Z" fill="${tint}" style="filter:brightness(.86)"/><path d="M${n(x + w)} ${-h}L${n(x + w + side)} ${n(-h - lift)}V${n(-lift)}L${n(x + w)} 0Z" fill="${INK}" fill-opacity=".13"/>`;
  const lid = `<path d="M${n(x)} ${-h}L${n(x + side)} ${n(-h - lift)}H${n(x + w + side)}L${n(x + w)} ${-h}Z" fill="#FBFDFC" stroke="${INK}" stroke-opacity=".14" stroke-width=".3"/>`;
  const foot = {
    contact: `M${n(x)} -0.6H${n(x + w)}L${n(x + w + side)} ${n(-lift - 0.6)}V${n(-lift + 0.8)}L${n(x + w)} 1.2H${n(x)}Z`,
    fall: `M${n(x + w * 0.1)} 0H${n(x + w)}L${n(x + w + side)} ${n(-lift)}H${n(x + w + side * 1.7)}L${n(x + w + side * 0.5)} 2.6H${n(x + w * 0.16)}Z`,
  };
  const r = w / 2;
  // Type as large as a low panel has room for.
  const set = Math.min(r, h * 0.205);
  const text = `<g transform="translate(${n(x + r)} 0)"><g transform="translate(${n((set - r) * 0.74)} 0)">${tallText(set, -h * 0.74, -h * 0.1, label)}</g>${line(-r * 0.72, -h * 0.84, 'NORDHAUT', { face: 'serif', size: r * 0.2, fill: BRAND, tracking: 0.12, maxWidth: r * 1.48 })}</g>`;
  return {
    width: w + side,
    height: h + lift,
    below: 0,
    foot,
    svg: `${lid}${front}${flank}${text}<path d="M${n(x + w)} ${-h}V0" stroke="#fff" stroke-opacity=".7" stroke-width=".4"/>`,
  };
}

/** Outer volume of a vessel as drawn, ml; none for products without a volume. */
const DRAWN_ML: Partial<Record<Vessel, number>> = {
  pump: 206,
  bottle: 182,
  dropper: 114,
  tube: 108,
  jar: 187,
  flip: 87,
};
const SLIM_DROPPER_ML = 65;
/** Ratio of a vessel's outer volume to its content: walls and air under the cap. */
const OUTSIDE = 1.1;

/** Scale of a vessel beside the others, so that 50 ml look like a quarter of 200 ml. 1: as drawn. */
export function sizeOf({ vessel, slim = false }: Look, ml: number | undefined): number {
  const drawn = vessel === 'dropper' && slim ? SLIM_DROPPER_ML : DRAWN_ML[vessel];
  return ml === undefined || drawn === undefined ? 1 : Math.cbrt((ml * OUTSIDE) / drawn);
}

/** Draws a vessel with its label, in the size that its content needs. Pure: the same input gives the same drawing. */
export function drawVessel(look: Look, ink: Ink, ml?: number): Drawn {
  const drawn = drawAsIs(look, ink);
  const size = sizeOf(look, ml);
  if (size === 1) return drawn;
  return {
    svg: `<g transform="scale(${n(size)})">${drawn.svg}</g>`,
    width: drawn.width * size,
    height: drawn.height * size,
    below: drawn.below * size,
  };
}

function drawAsIs({ vessel, amber = false, slim = false }: Look, ink: Ink): Drawn {
  switch (vessel) {
    case 'pump':
      return pump(ink);
    case 'bottle':
      return bottle(ink);
    case 'dropper':
      return dropper(ink, slim);
    case 'tube':
      return tube(ink, slim);
    case 'jar':
      return jar(ink, amber);
    case 'flip':
      return flip(ink);
    case 'sachet':
      return sachet(ink);
    case 'box':
      return carton(58, 98, 24, ink);
  }
}
