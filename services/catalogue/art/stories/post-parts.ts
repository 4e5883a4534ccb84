import { at, box, circle, path, stroke, times } from './canvas.ts';
import { line } from '../type.ts';

export const INK = '#14211D';
export const number = (x: number, y: number, text: string, size: number, fill = INK, opacity = 1) =>
  line(x, y, text, { face: 'serif', size, fill, anchor: 'middle', opacity });

/** Paints of the bricks, lit from above. */
export const BRICK_PAINTS = `<defs>${[
  ['#FBECE0', '#EBCBB2'],
  ['#F8E5D6', '#E4BE9F'],
  ['#FDF2E8', '#EFD5C0'],
]
  .map(
    ([light, dark], i) =>
      `<linearGradient id="brick-${i}" x2=".15" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".55" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`,
  )
  .join('')}</defs>`;

/** A soft brick with its shadow. */
export function brick(x: number, y: number, w: number, h: number, i: number): string {
  const shape = (lower: number) =>
    `M${x + 18} ${y + lower}Q${x + w / 2} ${y - 8 + lower} ${x + w - 18} ${y + lower}Q${x + w + 4} ${y + h / 2 + lower} ${x + w - 18} ${y + h + lower}Q${x + w / 2} ${y + h + 8 + lower} ${x + 18} ${y + h + lower}Q${x - 4} ${y + h / 2 + lower} ${x + 18} ${y + lower}Z`;
  return [
    path(shape(14), '#A9783C', 'opacity=".16"'),
    path(shape(8), '#A9783C', 'opacity=".3"'),
    path(shape(0), `url(#brick-${i % 3})`),
    stroke(`M${x + 30} ${y + 12}Q${x + w / 2} ${y + 4} ${x + w * 0.62} ${y + 10}`, '#fff', 7, 'opacity=".75"'),
  ].join('');
}

/** Baked pastry from the side, 440 wide and 52 high: thin sheets whose ends do not meet. */
const pastry = (y: number) =>
  times(5, (i) => {
    const [left, right] = [-220 + ((i * 7) % 4) * 6, 220 - ((i * 5) % 4) * 6];
    return path(
      `M${left} ${y - i * 10}q60 -7 120 0t130 -1t${right - left - 250} 1v-9q-60 -8 -120 -1t-130 1t${250 - right + left} 0Z`,
      ['#B47A35', '#DDAE69', '#C68F49', '#E8C081', '#D09A52'][i] ?? '',
    );
  });

/** A slice of mille-feuille: piped fillings in three colours between pastry. Its foot is x, y. */
export const millefeuille = (x: number, y: number) =>
  at(
    x,
    y,
    1,
    pastry(0) +
      times(3, (i) => {
        const top = -50 - i * 112;
        const fill = ['#E9B95A', '#CF8472', '#75A57E'][i] ?? '';
        return (
          box(-200, top - 30, 400, 32, fill) +
          times(
            6,
            (k) =>
              circle(-170 + k * 68, top - 32, 35, fill) + stroke(`M${-190 + k * 68} ${top - 42}q8 -16 24 -16`, '#fff', 6, 'opacity=".55"'),
          ) +
          pastry(top - 60)
        );
      }),
  );

/** The dishes of the three lipids: place, radius, colour, and how many grains lie in them. */
export const LIPIDS = [
  [150, 850, 78, '#E3AE4A', 7],
  [1100, 862, 62, '#5F9469', 4],
  [1490, 840, 70, '#CC7B66', 5],
] as const;
export const lipidDish = (x: number, y: number, r: number, colour: string, count: number) =>
  at(
    x,
    y,
    r / 100,
    `${path('M-124 -40C-110 10 -50 24 0 24S110 10 124 -40Z', 'url(#paint-cloth)')}${times(count, (i) => circle(-66 + ((i * 44) % 140), -52 - (i > 3 ? 34 : 0) + (i % 2) * 6, 26, colour, 'stroke="#fff" stroke-opacity=".35" stroke-width="4"'))}${path('M-124 -40C-100 -18 100 -18 124 -40C110 10 50 24 0 24S-110 10 -124 -40Z', 'url(#paint-cloth)')}`,
  );

/** A Formosa lily in profile as a line drawing: stem, narrow leaves, a bud and a trumpet that opens to the right. */
export const lily = [
  stroke(
    'M-420 60C-300 40 -190 10 -70 0M-330 44C-350 -20 -400 -60 -450 -70C-420 -30 -380 20 -330 44M-260 28C-270 90 -320 130 -370 140C-350 100 -310 50 -260 28M-190 12C-190 -40 -220 -90 -262 -112C-250 -70 -226 -20 -190 12',
    INK,
    6,
  ),
  stroke('M-230 20C-190 60 -140 84 -90 92C-60 76 -6 84 20 112C-20 128 -66 118 -90 92', INK, 6),
  stroke(
    'M-70 -18C0 -26 70 -44 120 -78C160 -116 200 -150 262 -158C250 -112 222 -78 190 -52C244 -64 300 -46 336 -4C288 18 238 22 196 10C232 40 256 88 254 146C204 128 160 94 128 52C74 36 0 22 -70 18C-80 6 -80 -6 -70 -18Z',
    INK,
    7,
  ),
  stroke(
    'M120 -78C132 -64 160 -54 190 -52M128 52C140 34 164 18 196 10M-40 0C40 0 110 0 150 -16M256 -150C220 -120 180 -92 150 -60M326 -4C280 -10 230 -20 200 -20M248 138C210 104 176 76 152 44',
    INK,
    4,
    'opacity=".75"',
  ),
  stroke('M150 -14C190 -40 214 -46 236 -76M152 -8C200 -20 226 -22 262 -30M152 0C190 10 206 22 232 56', INK, 4),
  stroke('M230 -88l14 16M258 -40l10 18M224 58l18 -2', INK, 10),
].join('');
