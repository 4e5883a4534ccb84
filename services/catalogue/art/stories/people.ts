import { at, circle, oval, path, stroke, times } from './canvas.ts';

const LINE = '#B98468';

/** The back of a hand, fingers up, 560 high; the wrist ends at x, y. */
export const hand = (x: number, y: number, s: number, turn = 0, flip = false, on = '') =>
  at(
    x,
    y,
    s,
    `<g transform="scale(${flip ? -1 : 1} 1)">
    ${path('M-78 10C-84 -70 -110 -130 -120 -200C-126 -240 -130 -330 -146 -424C-148 -462 -96 -466 -91 -432C-84 -390 -76 -340 -66 -300C-66 -350 -70 -430 -70 -500C-70 -540 -12 -540 -11 -502C-8 -440 -6 -360 -2 -304C2 -360 8 -440 13 -508C16 -546 74 -544 71 -506C70 -440 66 -370 66 -300C74 -350 84 -400 90 -452C96 -488 148 -484 142 -446C138 -380 130 -310 128 -250C128 -230 132 -214 140 -206C160 -230 170 -260 178 -296C186 -330 240 -322 236 -284C230 -210 190 -140 130 -96C100 -60 84 -30 78 10Z', 'url(#paint-skin)')}
    ${stroke('M-84 -390C-78 -350 -72 -320 -66 -300C-66 -330 -68 -370 -69 -400M-9 -450C-8 -400 -6 -350 -2 -304C1 -350 4 -400 9 -450M70 -420C68 -380 66 -340 66 -300C72 -334 78 -366 84 -400M128 -250C128 -230 132 -214 140 -206C150 -220 158 -236 164 -250', LINE, 4, 'opacity=".5"')}
    ${times(4, (i) => {
      const [fx, fy] = (
        [
          [-119, -432],
          [-40, -506],
          [42, -512],
          [117, -456],
        ] as const
      )[i] ?? [0, 0];
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
    ${stroke('M-60 30C0 50 60 50 120 34', LINE, 4, 'opacity=".4"')}
    ${on}</g>`,
  );

/** One finger from the left, its tip at x, y. */
export const finger = (x: number, y: number, s: number, turn = 0) =>
  at(
    x,
    y,
    s,
    `${path('M-520 -92C-360 -84 -200 -64 -56 -58C4 -54 4 54 -56 58C-200 66 -360 92 -520 104Z', 'url(#paint-skin)')}${path('M-74 -44C-30 -46 -14 -30 -14 0C-40 8 -72 0 -82 -12Z', '#F9E7DC', 'opacity=".9"')}${stroke('M-200 -50C-206 -20 -206 20 -198 50M-224 -46C-230 -20 -230 16 -222 44', LINE, 3, 'opacity=".4"')}`,
    turn,
  );

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
  at(
    x,
    y,
    s,
    `${path('M-800 -150C-500 -170 -200 -150 60 -110C260 -84 420 -76 560 -80V70C420 90 240 130 40 160C-240 200 -520 190 -800 180Z', paint)}${on}`,
  );

export const cheeks = (opacity = 1) =>
  `<g opacity="${opacity}">${circle(-110, 50, 84, 'url(#paint-blush)')}${circle(110, 50, 84, 'url(#paint-blush)')}</g>`;
export const dot = (x: number, y: number, r = 14, fill = '#fff') => circle(x, y, r, fill, 'stroke="#E4D0C2" stroke-width="3"');

/** The back of a hand with its arm from the left, fingers to the right, all in one outline. The knuckles are about 200 right of x, y. */
export const backOfHand = (x: number, y: number, s: number, turn = 0, on = '', paint = 'url(#paint-skin)', nail = '#F9E7DC') =>
  at(
    x,
    y,
    s,
    `${path('M-1400 -190C-1000 -178 -560 -128 -330 -118C-250 -116 -150 -150 -90 -190C-40 -236 40 -318 118 -346C166 -360 194 -322 168 -290C128 -250 96 -220 90 -186C110 -170 140 -172 180 -176C290 -184 420 -196 514 -194C564 -192 566 -128 522 -120C440 -110 360 -104 292 -96C380 -104 500 -108 592 -94C638 -84 634 -24 590 -22C480 -18 380 -20 298 -12C390 -12 480 -6 558 6C602 14 596 72 552 70C460 66 370 60 286 66C350 70 410 80 464 98C504 112 490 164 450 156C372 142 290 136 220 156C100 188 -60 180 -180 158C-300 138 -420 140 -560 152C-900 176 -1100 210 -1400 226Z', paint)}
    ${stroke('M514 -120C440 -110 360 -104 292 -96M584 -22C480 -18 380 -20 298 -12M546 70C460 66 370 60 286 66M90 -186C110 -170 140 -172 180 -176', LINE, 5, 'opacity=".5"')}
    ${stroke('M206 -150q14 18 6 40M226 -66q14 18 6 38M218 18q14 16 6 36M190 96q12 12 6 28M352 -164q8 18 2 36M402 -78q8 18 2 34M380 16q8 16 2 32', LINE, 4, 'opacity=".35"')}
    ${oval(526, -158, 25, 18, nail, 'opacity=".95"')}${oval(600, -58, 26, 18, nail, 'opacity=".95"')}${oval(562, 38, 25, 17, nail, 'opacity=".95"')}${oval(462, 127, 21, 14, nail, 'opacity=".95" transform="rotate(14 462 127)"')}${oval(140, -318, 24, 16, nail, 'opacity=".95" transform="rotate(-40 140 -318)"')}
    ${on}`,
    turn,
  );
