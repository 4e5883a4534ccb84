import { at, box, circle, oval, path, shade, stroke, times } from './canvas.ts';

const GREY = '#B9C4BF';

/** A sheet with lines of text, its middle at x, y. */
export const sheet = (x: number, y: number, w: number, h: number, lines: number, turn = 0, extra = '') =>
  at(
    x,
    y,
    1,
    `${box(-w / 2 + 12, -h / 2 + 16, w, h, '#14211D', 6, 'opacity=".12"')}${box(-w / 2, -h / 2, w, h, 'url(#paint-paper)', 6)}${times(lines, (i) => box(-w / 2 + w * 0.1, -h / 2 + h * 0.1 + (i * h * 0.82) / lines, w * (0.5 + ((i * 37) % 30) / 100), Math.max(4, h * 0.016), GREY, 3))}${extra}`,
    turn,
  );

export const magnifier = (x: number, y: number, r: number, turn = 38) =>
  at(
    x,
    y,
    r / 100,
    `${at(0, 0, 1, `${box(-15, 104, 30, 150, 'url(#paint-brand)', 14)}${box(-11, 92, 22, 26, 'url(#paint-metal)')}`, -turn)}${circle(0, 0, 104, '#fff', 'opacity=".38"')}${circle(0, 0, 100, 'none', 'stroke="url(#paint-metal)" stroke-width="15"')}${stroke('M-66 -40A78 78 0 0 1 -10 -78', '#fff', 10, 'opacity=".9"')}`,
  );

export const clock = (x: number, y: number, r: number, hour: number, minute: number) => {
  const hand = (turn: number, length: number, width: number) =>
    `<g transform="rotate(${turn})">${stroke(`M0 8V${-length}`, '#14211D', width)}</g>`;
  return at(
    x,
    y,
    r / 100,
    `${circle(6, 8, 100, '#14211D', 'opacity=".14"')}${circle(0, 0, 100, 'url(#ball-stone)')}${circle(0, 0, 88, '#fff')}${times(12, (i) => `<g transform="rotate(${i * 30})">${stroke(`M0 -78V${i % 3 ? -72 : -64}`, '#46544E', i % 3 ? 3 : 6)}</g>`)}${hand((hour % 12) * 30 + minute / 2, 42, 8)}${hand(minute * 6, 64, 5)}${circle(0, 0, 6, '#0F4C3A')}`,
  );
};

/** A month or week as cells; `marks` are the numbers of cells with a ring. */
export const calendar = (x: number, y: number, w: number, columns: number, rows: number, marks: readonly number[]) => {
  const cell = w / columns;
  const h = cell * rows;
  return at(
    x,
    y,
    1,
    `${box(10, 14, w, h + 60, '#14211D', 10, 'opacity=".12"')}${box(0, 0, w, h + 60, '#fff', 10)}${box(0, 0, w, 50, '#0F4C3A', 10)}${box(0, 30, w, 20, '#0F4C3A')}${times(
      columns * rows,
      (i) => {
        const cx = (i % columns) * cell,
          cy = 58 + Math.floor(i / columns) * cell;
        return `${box(cx + 4, cy + 4, cell - 8, cell - 10, '#EDF2EF', 6)}${marks.includes(i) ? circle(cx + cell / 2, cy + cell / 2 - 2, cell * 0.3, 'none', 'stroke="#A8623A" stroke-width="6"') : ''}`;
      },
    )}`,
  );
};

/** A window with a view, its frame in wood or white; x, y is its left top. */
export const pane = (x: number, y: number, w: number, h: number, view: string, frame = '#fff') =>
  `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${view}</svg>${box(x, y, w, h, 'none', 4, `stroke="${frame}" stroke-width="22"`)}${stroke(`M${x + w / 2} ${y}V${y + h}`, frame, 14)}${box(x - 34, y + h, w + 68, 26, frame, 4)}${box(x - 34, y + h + 22, w + 68, 6, '#14211D', 0, 'opacity=".1"')}`;

export const towel = (x: number, y: number, s: number, band = '#D9E8DC') =>
  shade(x, y, 190 * s, 26 * s) +
  at(
    x,
    y,
    s,
    times(
      3,
      (i) => `${box(-170 + i * 6, -56 - i * 54, 340 - i * 12, 56, 'url(#paint-cloth)', 24)}${box(60 - i * 6, -56 - i * 54, 30, 56, band)}`,
    ) + stroke('M-160 -56H160M-154 -110H154', '#B9C4BF', 3, 'opacity=".7"'),
  );

export const cup = (x: number, y: number, s: number, paint = 'paint-cloth') =>
  shade(x, y, 90 * s, 20 * s) +
  at(
    x,
    y,
    s,
    `${stroke('M70 -120C140 -126 140 -40 60 -48', '#D5DDD9', 18)}${path('M-88 -150H88C86 -60 60 0 40 0H-40C-60 0 -86 -60 -88 -150Z', `url(#${paint})`)}${oval(0, -150, 88, 18, '#E6ECE9')}${oval(0, -148, 76, 13, '#B98A58')}`,
  );

export const bowl = (x: number, y: number, s: number, paint = 'paint-cloth', liquid = '#CDE4EB') =>
  shade(x, y, 190 * s, 34 * s) +
  at(
    x,
    y,
    s,
    `${path('M-230 -150H230C220 -40 130 0 90 0H-90C-130 0 -220 -40 -230 -150Z', `url(#${paint})`)}${oval(0, -150, 230, 48, '#E3E9E6')}${oval(0, -146, 206, 38, liquid)}`,
  );

export const tap = (x: number, y: number, s: number, mark = '#8FB9C7') =>
  at(
    x,
    y,
    s,
    `${path('M-40 0V-230C-40 -330 40 -370 130 -370C220 -370 270 -310 270 -230H200C200 -280 170 -304 124 -304C70 -304 40 -276 40 -220V0Z', 'url(#paint-metal)')}${box(-78, -14, 156, 34, 'url(#paint-metal)', 8)}${box(-16, -440, 32, 100, 'url(#paint-metal)', 8)}${box(-70, -462, 140, 34, 'url(#paint-metal)', 17)}${circle(0, -400, 15, mark)}`,
  );

export const parcel = (x: number, y: number, s: number) =>
  shade(x, y, 250 * s, 40 * s) +
  at(
    x,
    y,
    s,
    `${path('M-220 -300L40 -270V10L-220 -30Z', '#C69C6D')}${path('M40 -270L220 -310V-36L40 10Z', '#A97F52')}${path('M-220 -300L-30 -336L220 -310L40 -270Z', '#DDB98D')}${path('M-120 -289L-98 -286L150 -318L128 -322Z', '#F1E4CC')}${path('M-120 -289L-98 -286V-200L-120 -204Z', '#F1E4CC')}${path('M-190 -180L-60 -164V-60L-190 -80Z', '#fff')}${times(4, (i) => stroke(`M-172 ${-150 + i * 22}l${80 - i * 12} ${10 - i}`, GREY, 6))}`,
  );

/** A closed umbrella that leans on its tip at x, y, 600 high. */
export const umbrella = (x: number, y: number, s: number, turn: number) =>
  at(
    x,
    y,
    s,
    `${stroke('M0 0V-540', '#46544E', 12)}${stroke('M0 -536C0 -604 72 -604 72 -540', '#8A4B0F', 18)}${path('M0 -16C-26 -90 -66 -250 -60 -396L-32 -380L0 -402L32 -380L60 -396C66 -250 26 -90 0 -16Z', 'url(#paint-brand)')}${stroke('M0 -30V-390M-3 -40C-28 -150 -40 -270 -32 -376M3 -40C28 -150 40 -270 32 -376', '#fff', 3, 'opacity=".35"')}${stroke('M-58 -270C-20 -254 20 -254 58 -270', '#F2E4C6', 14)}${circle(34, -262, 8, '#8A4B0F')}`,
    turn,
  );

export const mask = (x: number, y: number, s: number, turn = 0) =>
  at(
    x,
    y,
    s,
    `${stroke('M-180 -70C-290 -90 -290 90 -180 70M180 -70C290 -90 290 90 180 70', '#E3E9E6', 12)}${path('M-190 -100C-80 -130 80 -130 190 -100V70C100 120 -100 120 -190 70Z', 'url(#paint-water)')}${stroke('M-184 -46C-80 -66 80 -66 184 -46M-184 4C-80 -12 80 -12 184 4M-184 50C-80 44 80 44 184 50', '#fff', 6, 'opacity=".8"')}${box(-70, -116, 140, 12, '#fff', 6)}`,
    turn,
  );

export const pads = (x: number, y: number, s: number, count = 5) =>
  shade(x, y, 110 * s, 24 * s) +
  at(
    x,
    y,
    s,
    times(count, (i) => `${oval((i % 2) * 5, -14 - i * 22, 110, 30, '#D8DDD6')}${oval((i % 2) * 5, -24 - i * 22, 110, 30, '#FBFAF5')}`) +
      stroke(`M-70 ${-24 - (count - 1) * 22}q70 22 140 0`, '#E4E2D8', 4),
  );

export const drawer = (x: number, y: number, w: number, h: number, inside: string) =>
  `${box(x, y, w, h * 0.34, '#8A6238', 8)}<svg x="${x + 20}" y="${y - h * 0.4}" width="${w - 40}" height="${h * 0.74}">${inside}</svg>${box(x - 20, y + h * 0.3, w + 40, h * 0.7, 'url(#paint-wood)', 10)}${box(x + w / 2 - 60, y + h * 0.56, 120, 22, 'url(#paint-metal)', 11)}`;

export const shelf = (y: number, width: number, x = 0) =>
  `${box(x, y, width, 24, 'url(#paint-wood)', 3)}${box(x, y + 24, width, 10, '#14211D', 0, 'opacity=".12"')}`;
export const arrow = (d: string, tip: string) => stroke(d, '#0F4C3A', 12, 'opacity=".85"') + path(tip, '#0F4C3A', 'opacity=".85"');
export const table = (y: number, width: number, height: number) =>
  `${box(0, y, width, height - y, '#D9BC94')}${box(0, y, width, 12, '#EBD5B3')}${times(5, (i) => stroke(`M0 ${y + 50 + i * 46}C${width * 0.3} ${y + 40 + i * 50} ${width * 0.6} ${y + 66 + i * 44} ${width} ${y + 48 + i * 47}`, '#C4A377', 3, 'opacity=".5"'))}`;
