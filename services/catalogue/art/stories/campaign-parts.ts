import { at, box, circle, oval, path, shade, stroke, times } from './canvas.ts';
import { sachet } from './things.ts';
import { line } from '../type.ts';

const TINTS = ['#D6E5EA', '#D9E8DC', '#F2E4C6', '#D9E8DC', '#F2E4C6', '#F2E4C6', '#F0DAD2', '#F0DAD2'];

export const emptyBottle = (x: number, y: number, h: number, w: number, paint: string, turn: number) =>
  at(
    x,
    y,
    1,
    `${path(`M${-w / 2} 0V${-h * 0.62}C${-w / 2} ${-h * 0.74} ${-w * 0.18} ${-h * 0.74} ${-w * 0.18} ${-h * 0.84}V${-h}H${w * 0.18}V${-h * 0.84}C${w * 0.18} ${-h * 0.74} ${w / 2} ${-h * 0.74} ${w / 2} ${-h * 0.62}V0Z`, `url(#${paint})`, 'stroke="#14211D" stroke-opacity=".12" stroke-width="3"')}${stroke(`M${-w * 0.32} ${-h * 0.56}V${-h * 0.12}`, '#fff', w * 0.08, 'opacity=".55"')}${oval(0, -h, w * 0.18, w * 0.06, '#14211D', 'opacity=".25"')}`,
    turn,
  );

/** Where the samples lie: number, place and turn. */
const SAMPLES = [
  [1, 190, 430, -12],
  [2, 500, 390, 5],
  [3, 300, 790, 9],
  [4, 610, 770, -7],
  [6, 1130, 400, -4],
  [7, 1420, 480, 11],
  [8, 1250, 820, 6],
] as const;
const packet = (number: number, x: number, y: number, turn: number) =>
  sachet(x, y, 1.6, TINTS[number - 1] ?? '', turn) +
  at(x, y, 1.6, line(0, -60, `0${number}`, { face: 'serif', size: 62, fill: '#14211D', anchor: 'middle' }), turn);

/** All samples on a table. 05 has none: its place is right of the middle. */
export const samples = () => SAMPLES.map(([number, x, y, turn]) => packet(number, x, y, turn)).join('');

/** Houses of a lane: x, width, height, wall, and whether the roof is pointed or flat with a water tank. */
const HOUSES = [
  [-20, 210, 250, '#E2B79C', 'tank'],
  [190, 150, 170, '#D6C3B4', 'pointed'],
  [340, 260, 330, '#C9D3CC', 'tank'],
  [600, 170, 220, '#C9A58C', 'flat'],
  [770, 230, 150, '#E6D9C6', 'pointed'],
  [1000, 180, 300, '#D9B8A4', 'flat'],
  [1180, 270, 210, '#D6C3B4', 'tank'],
  [1450, 190, 280, '#C9A58C', 'pointed'],
] as const;

const house = ([x, w, h, wall, roof]: (typeof HOUSES)[number], i: number) => {
  const y = 560 - h;
  const top = {
    pointed: path(`M${x - 14} ${y}L${x + w * 0.4} ${y - 74}L${x + w + 14} ${y}Z`, i % 2 ? '#A4584A' : '#8D6B57'),
    flat: box(x - 6, y - 14, w + 12, 18, '#B7A392', 2) + stroke(`M${x + w * 0.7} ${y - 14}v-70m-24 10h48`, '#8D8378', 5),
    tank:
      box(x - 4, y - 12, w + 8, 14, '#B7A392', 2) +
      box(x + w * 0.58, y - 84, 56, 62, 'url(#paint-metal)', 10) +
      stroke(`M${x + w * 0.58 + 8} ${y - 24}v14m40 -14v14`, '#8D8378', 5),
  }[roof];
  const windows = times(Math.floor(w / 70), (c) =>
    times(Math.floor(h / 90), (r) =>
      box(x + 22 + c * 68, y + 26 + r * 84, 34 + (i % 3) * 6, 40, (c + r + i) % 3 ? '#FFF4D6' : '#8FA3A4', 2),
    ),
  );
  return top + box(x, y, w, h, wall, 2) + windows;
};

/** The houses of a lane from edge to edge, their feet at y = 560. */
export const lane = () => HOUSES.map(house).join('');

/** A tall glass of tea with a straw, its foot at x, y. */
export const iceTea = (x: number, y: number, s: number) =>
  shade(x, y, 80 * s, 18 * s) +
  at(
    x,
    y,
    s,
    `${stroke('M20 -150L64 -330', '#D07463', 16)}${path('M-76 -230H76L56 0H-56Z', 'url(#paint-clear)', 'stroke="#9AA6A1" stroke-width="4"')}${path('M-68 -170H68L54 -6H-54Z', '#C27A3A', 'opacity=".75"')}${box(-40, -164, 44, 40, '#fff', 8, 'opacity=".55" transform="rotate(-14 -18 -144)"')}${box(6, -130, 40, 38, '#fff', 8, 'opacity=".5" transform="rotate(18 26 -111)"')}`,
  );

/** A round teapot, its foot at x, y. */
export const teapot = (x: number, y: number, s: number) =>
  shade(x, y, 150 * s, 28 * s) +
  at(
    x,
    y,
    s,
    `${stroke('M-120 -150C-210 -160 -210 -40 -110 -40', '#A86F50', 22)}${path('M100 -90C170 -90 170 -170 230 -180L240 -150C200 -130 200 -40 100 -40Z', 'url(#paint-clay)')}${path('M-140 -90C-140 -210 140 -210 140 -90C140 -10 80 0 60 0H-60C-80 0 -140 -10 -140 -90Z', 'url(#paint-clay)')}${path('M-70 -166C-60 -206 60 -206 70 -166Z', '#B9805F')}${circle(0, -206, 16, '#A86F50')}`,
  );

/** A scarf over a hook at x, y, 500 long: one end behind the other. */
export const scarf = (x: number, y: number) =>
  at(
    x,
    y,
    1,
    `${path('M-44 6C-70 120 -92 260 -96 390H10C12 260 20 120 36 10Z', '#A95343')}${times(2, (i) => stroke(`M-88 ${300 + i * 44}H6`, '#F2E4C6', 10, 'opacity=".8"'))}${times(7, (i) => stroke(`M-90 ${390}m${i * 15} 0v44`, '#A95343', 6))}${path('M-44 4C-34 120 -22 290 -20 460H96C94 290 76 110 44 0C30 -30 -26 -30 -44 4Z', '#C8705E')}${times(3, (i) => stroke(`M-14 ${330 + i * 44}H90`, '#F2E4C6', 10, 'opacity=".85"'))}${times(8, (i) => stroke(`M-14 460m${i * 15} 0v48`, '#C8705E', 6))}${stroke('M14 20C30 120 40 230 40 300', '#A95343', 4, 'opacity=".45"')}`,
  );

/** A straw hat from the side, 380 wide; the middle of its brim is x, y. */
export const strawHat = (x: number, y: number) =>
  at(
    x,
    y,
    1,
    `${path('M-200 4C-170 -30 170 -30 200 4C170 54 -170 54 -200 4Z', '#B99A5C')}${path('M-200 0C-170 -38 170 -38 200 0C160 40 -160 40 -200 0Z', '#DEC68F')}${path('M-104 0C-112 -130 -74 -166 -30 -164C-12 -164 -8 -154 6 -154C20 -154 22 -166 42 -164C84 -160 110 -124 104 0C60 26 -60 26 -104 0Z', 'url(#paint-grass)')}${path('M-107 -48C-60 -24 60 -24 107 -48L105 0C60 26 -60 26 -105 0Z', '#8A4417')}${times(3, (i) => stroke(`M${-100 + i * 6} ${-72 - i * 26}Q0 ${-48 - i * 26} ${100 - i * 6} ${-72 - i * 26}`, '#A98E56', 3, 'opacity=".6"'))}${stroke('M-176 6C-140 34 140 34 176 6M-150 -6C-130 -12 -120 -14 -112 -16M150 -6C130 -12 120 -14 112 -16', '#A98E56', 3, 'opacity=".7"')}`,
    -4,
  );

/** Half of a pineapple cake, its cut face to the front: filling in a crust. Its foot is x, y. */
export const halfCake = (x: number, y: number, s: number, turn: number) =>
  at(
    x,
    y,
    s,
    `${path('M-86 -98L-46 -132H112L84 -98Z', '#D9A052')}${path('M84 -100L112 -132V-34L84 0Z', '#B97E3A')}${box(-86, -104, 172, 104, '#F3DBA6', 12, 'stroke="#C98F4A" stroke-width="5"')}${box(-60, -80, 120, 56, '#D9861F', 18)}${times(9, (i) => stroke(`M${-48 + i * 11} ${-66 + ((i * 17) % 26)}l${8 + (i % 3) * 3} ${6 - (i % 2) * 10}`, i % 2 ? '#F6C566' : '#B0640F', 4))}`,
    turn,
  );
