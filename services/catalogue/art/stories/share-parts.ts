import { at, box, circle, n, oval, path, shade, stroke, times } from './canvas.ts';
import { line } from '../type.ts';

/** A question mark; the outlines of letters have none. */
export const question = (x: number, y: number, s: number, colour = '#0F4C3A') =>
  at(x, y, s, `${stroke('M-44 -44C-44 -110 50 -110 50 -44C50 -4 4 -4 4 44', colour, 24)}${circle(4, 92, 16, colour)}`);

/** A bubble of speech around x, y; its tail is on the left, or on the right. */
export const bubble = (x: number, y: number, s: number, fill: string, on: string, right = false) =>
  at(
    x,
    y,
    s,
    `<g opacity=".1" transform="translate(8 12)">${path('M-190 -110H190V110H-190Z', '#14211D')}</g><g transform="scale(${right ? -1 : 1} 1)">${box(-200, -120, 400, 240, fill, 40)}${path('M-120 110V190L-30 110Z', fill)}</g>${on}`,
  );

export const envelope = (x: number, y: number, s: number) =>
  shade(x, y, 250 * s, 26 * s) +
  at(
    x,
    y,
    s,
    `${box(-230, -300, 460, 300, 'url(#paint-paper)', 10)}${path('M-230 -290L0 -130L230 -290L224 -300H-224Z', '#E9EEEC', 'stroke="#C9D1CE" stroke-width="5" stroke-linejoin="round"')}${stroke('M-222 -8L-70 -160M222 -8L70 -160', '#C9D1CE', 5)}${circle(0, -140, 40, '#B95F5B')}${stroke('M-14 -140h28M0 -154v28', '#fff', 7)}`,
  );

/** A closed padlock that stands at x, y. */
export const lock = (x: number, y: number, s: number) =>
  shade(x, y, 150 * s, 22 * s) +
  at(
    x,
    y,
    s,
    `${stroke('M-80 -190V-270C-80 -380 80 -380 80 -270V-190', '#9AA6A1', 34)}${box(-140, -210, 280, 210, 'url(#paint-brand)', 24)}${circle(0, -122, 26, '#F2E4C6')}${path('M-12 -116H12L18 -52H-18Z', '#F2E4C6')}`,
  );

/** The card of a founding member. */
export const card = (x: number, y: number, s: number, turn: number) =>
  at(
    x,
    y,
    s,
    `${box(-214, -122, 440, 270, '#14211D', 20, 'opacity=".14"')}${box(-220, -135, 440, 270, 'url(#paint-brand)', 20)}${line(-180, -70, 'NORDHAUT', { face: 'serif', size: 40, fill: '#F2E4C6', tracking: 0.12 })}${line(180, 96, '0001', { face: 'serif', size: 104, fill: '#fff', anchor: 'end' })}${stroke('M-180 -44H180', '#F2E4C6', 3, 'opacity=".6"')}`,
    turn,
  );

export const star = (x: number, y: number, r: number, fill: string) =>
  path(
    `M${times(10, (i) => {
      const reach = i % 2 ? r * 0.44 : r;
      const turn = (i * Math.PI) / 5 - Math.PI / 2;
      return `${i ? 'L' : ''}${n(x + reach * Math.cos(turn))} ${n(y + reach * Math.sin(turn))}`;
    })}Z`,
    fill,
    'stroke-linejoin="round"',
  );

export const coins = (x: number, y: number, s: number) =>
  shade(x, y, 100 * s, 18 * s) +
  at(
    x,
    y,
    s,
    times(4, (i) => `${oval((i % 2) * 8, -12 - i * 24, 88, 26, '#A98E56')}${oval((i % 2) * 8, -22 - i * 24, 88, 26, 'url(#paint-grass)')}`),
  );

/** A round stamp in red. */
export const seal = (x: number, y: number, s: number) =>
  at(
    x,
    y,
    s,
    `${circle(0, 0, 84, 'none', 'stroke="#B95F5B" stroke-width="10" opacity=".85"')}${line(0, 34, '01', { face: 'serif', size: 92, fill: '#B95F5B', anchor: 'middle' })}`,
    -12,
  );

/** A bow, its knot at x, y. */
export const bow = (x: number, y: number, s: number, colour = '#D07463') =>
  at(
    x,
    y,
    s,
    `${path('M0 0C-60 -110 -180 -110 -170 -40C-160 20 -60 20 0 0C60 20 160 20 170 -40C180 -110 60 -110 0 0Z', colour)}${stroke('M-20 -4C-70 -50 -110 -60 -140 -44M20 -4C70 -50 110 -60 140 -44', '#fff', 6, 'opacity=".3"')}${oval(0, 0, 30, 28, colour, 'stroke="#fff" stroke-width="4" stroke-opacity=".35"')}`,
  );

/** A line of flags from the left to the right edge. */
export const pennant = (x: number, y: number, width: number, count: number) => {
  const step = width / count;
  const sag = (i: number) => n(y + 110 * Math.sin((Math.PI * i) / count));
  return (
    stroke(`M${x} ${y}Q${x + width / 2} ${y + 220} ${x + width} ${y}`, '#46544E', 5) +
    times(count, (i) =>
      path(
        `M${n(x + i * step + 14)} ${sag(i + 0.1)}L${n(x + (i + 1) * step - 14)} ${sag(i + 0.9)}L${n(x + (i + 0.5) * step)} ${n(sag(i + 0.5) + 110)}Z`,
        ['#0F4C3A', '#D07463', '#E7B76A', '#8FB9C7'][i % 4] ?? '',
      ),
    )
  );
};

export const pine = (x: number, y: number, s: number) =>
  at(
    x,
    y,
    s,
    `${box(-8, -30, 16, 40, '#8A6238')}${times(3, (i) => path(`M${-70 + i * 14} ${-24 - i * 56}L0 ${-150 - i * 56}L${70 - i * 14} ${-24 - i * 56}Z`, i % 2 ? '#2C7259' : '#245F4B'))}`,
  );
