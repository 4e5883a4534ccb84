import { at, box, circle, oval, path, stroke, times } from './canvas.ts';

const SKIN = '#EBC6AE';
const LINE = '#B98468';

/** The back of a hand, fingers up, 560 high; the wrist ends at x, y. */
export const hand = (x: number, y: number, s: number, turn = 0, flip = false, on = '') =>
  at(
    x,
    y,
    s,
    `<g transform="scale(${flip ? -1 : 1} 1)">
    ${path('M-78 10C-86 -110 -128 -190 -122 -290C-60 -330 66 -330 124 -290C132 -190 84 -110 78 10Z', 'url(#paint-skin)')}
    ${stroke('M-98 -270L-118 -428', SKIN, 54)}${stroke('M-34 -290L-40 -500', SKIN, 58)}${stroke('M34 -290L42 -506', SKIN, 58)}${stroke('M96 -270L116 -452', SKIN, 52)}
    ${stroke('M104 -130C160 -170 196 -230 206 -288', SKIN, 60)}
    ${stroke('M-66 -300L-70 -350M0 -306V-360M66 -300L72 -350', LINE, 4, 'opacity=".55"')}
    ${times(4, (i) => {
      const [fx, fy] = ([[-119, -432], [-40, -506], [42, -512], [117, -456]] as const)[i] ?? [0, 0];
      return oval(fx, fy, 15, 20, '#F9E7DC', 'opacity=".95"');
    })}${oval(207, -292, 15, 19, '#F9E7DC', 'transform="rotate(28 207 -292)"')}
    ${stroke('M-30 -170C0 -150 30 -150 56 -172M-96 -70C-60 -50 40 -50 84 -70', LINE, 3, 'opacity=".3"')}
    ${on}</g>`,
    turn,
  );

/** An open palm from the side, fingers to the right, as it receives something; centred under x, y. */
export const palm = (x: number, y: number, s: number, on = '', flip = false) =>
  at(
    x,
    y,
    s,
    `<g transform="scale(${flip ? -1 : 1} 1)">
    ${path('M-420 120C-300 70 -250 20 -160 10C-80 2 -20 26 60 16C150 4 230 -30 300 -44C340 -50 352 -16 318 0C270 22 210 44 170 66C120 110 20 140 -90 140C-200 142 -300 190 -420 230Z', 'url(#paint-skin)')}
    ${path('M-150 14C-110 -50 -60 -92 -24 -96C6 -98 8 -64 -16 -48C-40 -30 -50 0 -60 30Z', 'url(#paint-skin)')}
    ${stroke('M170 66C220 50 270 36 316 24C340 20 346 44 322 52C270 70 200 92 150 96', LINE, 4, 'opacity=".45"')}
    ${stroke('M-60 30C0 50 60 50 120 34', LINE, 4, 'opacity=".4"')}
    ${on}</g>`,
  );

/** One finger from the left, its tip at x, y. */
export const finger = (x: number, y: number, s: number, turn = 0) =>
  at(x, y, s, `${path('M-520 -92C-360 -84 -200 -64 -56 -58C4 -54 4 54 -56 58C-200 66 -360 92 -520 104Z', 'url(#paint-skin)')}${path('M-74 -44C-30 -46 -14 -30 -14 0C-40 8 -72 0 -82 -12Z', '#F9E7DC', 'opacity=".9"')}${stroke('M-200 -50C-206 -20 -206 20 -198 50M-224 -46C-230 -20 -230 16 -222 44', LINE, 3, 'opacity=".4"')}`, turn);

/** A face from the front, 620 high, eyes closed; `on` is drawn over the skin. The middle is x, y. */
export const face = (x: number, y: number, s: number, on = '', skin = 'url(#paint-skin)') =>
  at(
    x,
    y,
    s,
    `${path('M-240 -40C-262 -300 -130 -380 0 -380C130 -380 262 -300 240 -40C236 60 250 200 262 300H-262C-250 200 -236 60 -240 -40Z', 'url(#paint-hair)')}
    ${path('M-74 200H74V340C74 380 190 400 260 430V520H-260V430C-190 400 -74 380 -74 340Z', '#DDB197')}
    ${path('M-190 -60C-190 -230 -110 -280 0 -280C110 -280 190 -230 190 -60C190 120 96 260 0 260C-96 260 -190 120 -190 -60Z', skin)}
    ${path('M-200 -60C-214 -250 -110 -320 10 -320C120 -320 214 -250 200 -60C180 -150 120 -210 20 -228C-80 -226 -170 -160 -200 -60Z', 'url(#paint-hair)')}
    ${stroke('M-124 -60Q-84 -36 -44 -60M44 -60Q84 -36 124 -60', '#5A4034', 7)}${stroke('M-128 -112Q-86 -132 -44 -116M44 -116Q86 -132 128 -112', '#4A342B', 8, 'opacity=".8"')}
    ${stroke('M-4 -50C-8 10 -26 40 -18 56C-8 66 12 66 20 56', LINE, 6)}${path('M-46 134Q-18 118 0 126Q18 118 46 134Q0 168 -46 134Z', '#C9766A')}${stroke('M-48 134Q0 146 48 134', '#A85A50', 4)}
    ${on}`,
  );

/** The same without features, as an outline for marks. */
export const outline = (x: number, y: number, s: number, on = '') =>
  at(
    x,
    y,
    s,
    `${path('M-80 220V330C-80 380 -210 390 -280 440V560H280V440C210 390 80 380 80 330V220Z', '#F3E4DA')}${path('M-200 -60C-200 -240 -116 -300 0 -300C116 -300 200 -240 200 -60C200 130 100 280 0 280C-100 280 -200 130 -200 -60Z', '#FBF0E8', 'stroke="#CFA990" stroke-width="6"')}
    ${stroke('M-130 -60Q-88 -40 -46 -60M46 -60Q88 -40 130 -60M-6 -40C-8 10 -26 44 -16 60C-8 68 12 68 20 60M-46 150Q0 172 46 150', '#CFA990', 6)}${on}`,
  );

/** A forearm from the left edge, its hand outside of the picture. */
export const arm = (x: number, y: number, s: number, on = '', paint = 'url(#paint-skin)') =>
  at(x, y, s, `${path('M-800 -150C-500 -170 -200 -150 60 -110C260 -84 420 -76 560 -80V70C420 90 240 130 40 160C-240 200 -520 190 -800 180Z', paint)}${on}`);

export const cheeks = (opacity = 1) => `<g opacity="${opacity}">${circle(-110, 50, 84, 'url(#paint-blush)')}${circle(110, 50, 84, 'url(#paint-blush)')}</g>`;
export const dot = (x: number, y: number, r = 14, fill = '#fff') => circle(x, y, r, fill, 'stroke="#E4D0C2" stroke-width="3"');
export const strap = (x: number, y: number, w: number, h: number) => box(x, y, w, h, 'url(#paint-cloth)', 18);
