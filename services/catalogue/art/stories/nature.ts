import { at, circle, n, oval, path, shade, stroke, times } from './canvas.ts';

/** A bead of liquid lying on the ground. */
export const bead = (x: number, y: number, r: number, paint = 'ball-water') =>
  `${shade(x, y + r * 0.55, r * 0.95, r * 0.5, 0.3)}${oval(x, y, r, r * 0.86, `url(#${paint})`)}${oval(x - r * 0.38, y - r * 0.4, r * 0.2, r * 0.12, '#fff', `opacity=".95" transform="rotate(-38 ${n(x - r * 0.38)} ${n(y - r * 0.4)})"`)}${stroke(`M${n(x + r * 0.1)} ${n(y + r * 0.66)}Q${n(x + r * 0.62)} ${n(y + r * 0.5)} ${n(x + r * 0.7)} ${n(y + r * 0.05)}`, '#fff', r * 0.07, 'opacity=".6"')}`;

/** A drop that falls, its tip at x, y. */
export const drop = (x: number, y: number, r: number, paint = 'ball-water') =>
  `${path(`M${n(x)} ${n(y)}C${n(x + r * 0.35)} ${n(y + r * 0.9)} ${n(x + r)} ${n(y + r * 1.25)} ${n(x + r)} ${n(y + r * 2)}A${n(r)} ${n(r)} 0 0 1 ${n(x - r)} ${n(y + r * 2)}C${n(x - r)} ${n(y + r * 1.25)} ${n(x - r * 0.35)} ${n(y + r * 0.9)} ${n(x)} ${n(y)}Z`, `url(#${paint})`)}${stroke(`M${n(x - r * 0.62)} ${n(y + r * 1.9)}Q${n(x - r * 0.55)} ${n(y + r * 1.3)} ${n(x - r * 0.2)} ${n(y + r * 0.95)}`, '#fff', r * 0.16, 'opacity=".85"')}`;

export const sun = (x: number, y: number, r: number) => circle(x, y, r * 2.4, 'url(#paint-light)') + circle(x, y, r, 'url(#ball-sun)');

export const cloud = (x: number, y: number, s: number, fill = '#fff', opacity = 0.95) =>
  at(
    x,
    y,
    s,
    `<g fill="${fill}" opacity="${opacity}"><ellipse cx="0" cy="0" rx="130" ry="46"/><circle cx="-56" cy="-30" r="56"/><circle cx="22" cy="-52" r="74"/><circle cx="88" cy="-18" r="46"/></g>`,
  );

export const hill = (y: number, width: number, rise: number, fill: string, shift = 0) =>
  path(
    `M0 ${y}C${n(width * 0.18 + shift)} ${n(y - rise)} ${n(width * 0.32 + shift)} ${n(y - rise * 1.1)} ${n(width * 0.5 + shift)} ${n(y - rise * 0.35)}S${n(width * 0.8)} ${n(y - rise * 0.9)} ${width} ${n(y - rise * 0.2)}V2000H0Z`,
    fill,
  );

export const leaf = (x: number, y: number, s: number, turn: number, paint = 'paint-leaf') =>
  at(
    x,
    y,
    s,
    `${path('M0 0C-70 -60 -80 -190 0 -300C80 -190 70 -60 0 0Z', `url(#${paint})`)}${stroke('M0 30V-280', '#fff', 4, 'opacity=".5"')}${times(5, (i) => stroke(`M0 ${-50 - i * 42}l${46 - i * 5} -38M0 ${-50 - i * 42}l${-46 + i * 5} -38`, '#fff', 3, 'opacity=".4"'))}`,
    turn,
  );

/** Drops on a pane of glass, some with a trail. */
export const onGlass = (x: number, y: number, w: number, h: number, count: number) =>
  times(count, (i) => {
    const px = x + ((i * 149 + 37) % w),
      py = y + ((i * 211 + 83) % h),
      r = 6 + ((i * 7) % 5) * 4;
    const trail = i % 4 === 0 ? stroke(`M${px} ${Math.max(y, py - 90)}V${py}`, '#fff', r * 0.7, 'opacity=".35"') : '';
    return trail + oval(px, py, r, r * 1.2, 'url(#ball-water)', 'opacity=".9"') + circle(px - r * 0.3, py - r * 0.4, r * 0.25, '#fff');
  });

export const steam = (x: number, y: number, s: number, colour = '#fff') =>
  times(3, (i) =>
    stroke(
      `M${n(x + (i - 1) * 60 * s)} ${y}q${n(-40 * s)} ${n(-70 * s)} 0 ${n(-130 * s)}t0 ${n(-130 * s)}`,
      colour,
      16 * s,
      'opacity=".6"',
    ),
  );
