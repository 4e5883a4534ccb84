import { SEED_PRODUCTS } from '../../data/index.ts';
import { INK, TINTS } from '../palette.ts';
import { draw } from '../product-svg.ts';
import { document, rowOf, stand } from '../room.ts';
import type { CareStep } from '@nordhaut/contracts';

/** A drawing that stands beside a text: its size in units and its SVG. Pure; letters are outlines. */
export type Story = { width: number; height: number; svg: string };

export const n = (value: number) => Number(value.toFixed(1));

const across = (id: string, ...colours: string[]) =>
  `<linearGradient id="${id}">${colours.map((colour, i) => `<stop offset="${i / (colours.length - 1)}" stop-color="${colour}"/>`).join('')}</linearGradient>`;
const down = (id: string, ...colours: string[]) => across(id, ...colours).replace('<linearGradient', '<linearGradient x2="0" y2="1"');
const ball = (id: string, light: string, middle: string, dark: string) =>
  `<radialGradient id="${id}" cx=".34" cy=".3" r=".85"><stop offset="0" stop-color="${light}"/><stop offset=".5" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`;

/** Paints of the stories: paper, cloth, skin, water, sky, stone. The light falls from the left front, as on the products. */
const PAINTS = [
  across('paint-paper', '#FFFFFF', '#FBFCFB', '#E3E9E6'),
  across('paint-cloth', '#FFFFFF', '#F1F4F2', '#CFD9D4'),
  across('paint-skin', '#F6DDCB', '#EBC6AE', '#D3A187'),
  across('paint-tan', '#E2B48F', '#CD9670', '#AE744F'),
  across('paint-hair', '#3A2C26', '#2A1F1B', '#1A1311'),
  across('paint-wood', '#C99D6B', '#B98A58', '#9A6E40'),
  across('paint-clay', '#E2B79C', '#D09A7B', '#A86F50'),
  across('paint-metal', '#F4F7F6', '#C9D1CE', '#9AA6A1'),
  across('paint-brand', '#2C7259', '#0F4C3A', '#0A3427'),
  across('paint-amber', '#C27A3A', '#8A4417', '#4D220C'),
  across('paint-leaf', '#9DBF9A', '#6E9E74', '#477853'),
  across('paint-grass', '#E6D3A4', '#CBB27A', '#A98E56'),
  across('paint-red', '#E79A8A', '#D07463', '#A94F42'),
  down('paint-water', '#E3F1F5', '#B9D8E2', '#8DBACA'),
  down('paint-day', '#DDEBF2', '#EEF5F6', '#FBF7EC'),
  down('paint-dusk', '#7C8FB0', '#D6B9B0', '#F3DCC0'),
  down('paint-night', '#1D2A44', '#34466A', '#61719A'),
  down('paint-rain', '#93A5AE', '#B8C6CB', '#D5DEE0'),
  down('paint-sea', '#9CC0CC', '#7FAABA', '#5F8FA2'),
  ball('ball-sun', '#FFF6DC', '#FFE0A0', '#F3BE62'),
  ball('ball-water', '#FFFFFF', '#CBE3EA', '#8FB9C7'),
  ball('ball-amber', '#FFF1D4', '#E7B76A', '#B57B2C'),
  ball('ball-orange', '#FFE6C4', '#F2A65A', '#C9722A'),
  ball('ball-stone', '#FFFFFF', '#E3E6E3', '#B4BCB7'),
  ball('ball-egg', '#FFFDF8', '#F3E7D8', '#D2BDA6'),
  ball('ball-cream', '#FFFFFF', '#FCF4EC', '#E4D0C2'),
  '<linearGradient id="paint-clear"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset=".5" stop-color="#D8EBE2" stop-opacity=".55"/><stop offset="1" stop-color="#8FB9A4" stop-opacity=".6"/></linearGradient>',
  `<radialGradient id="paint-blush"><stop offset="0" stop-color="#D9573F" stop-opacity=".6"/><stop offset="1" stop-color="#D9573F" stop-opacity="0"/></radialGradient>`,
  `<radialGradient id="paint-light"><stop offset="0" stop-color="#FFF4D6" stop-opacity=".95"/><stop offset="1" stop-color="#FFF4D6" stop-opacity="0"/></radialGradient>`,
].join('');

/** Wall and ground in a step's tint with their content. `floor`: y where the ground begins; 0: ground only. */
export function story(width: number, height: number, step: CareStep, floor: number, ...content: string[]): Story {
  const { wall, ground } = TINTS[step];
  const svg = document(
    width,
    height,
    `<defs>${PAINTS}</defs><rect width="${width}" height="${height}" fill="${wall}"/><rect y="${floor}" width="${width}" height="${height - floor}" fill="${ground}"/><rect y="${floor - 2}" width="${width}" height="5" fill="${INK}" opacity=".05"/>${content.join('')}`,
  );
  return { width, height, svg };
}

/** A banner: 16 : 9. */
export const wide = (step: CareStep, floor: number, ...content: string[]) => story(1600, 900, step, floor, ...content);
export const square = (step: CareStep, floor: number, ...content: string[]) => story(1200, 1200, step, floor, ...content);

export const at = (x: number, y: number, scale: number, content: string, turn = 0) =>
  `<g transform="translate(${n(x)} ${n(y)})${turn ? ` rotate(${turn})` : ''} scale(${scale})">${content}</g>`;

export const group = (opacity: number, ...content: string[]) => `<g opacity="${opacity}">${content.join('')}</g>`;

/** The shadow of a thing that stands on the ground, to its right. */
export const shade = (x: number, y: number, rx: number, ry = rx * 0.14, opacity = 0.42) =>
  `<ellipse cx="${n(x + rx * 0.2)}" cy="${n(y)}" rx="${n(rx * 1.15)}" ry="${n(ry)}" fill="url(#shadow)" opacity="${opacity}"/>`;

/** A product of the shop, standing at x, y. `height`: units of its drawing. */
export function bottle(id: number, x: number, y: number, height: number): string {
  const drawn = drawnProduct(id);
  return stand(drawn, x, y, height / drawn.height);
}

function drawnProduct(id: number) {
  const product = SEED_PRODUCTS.find((candidate) => candidate.id === id);
  if (!product) throw new Error(`no product ${id}`);
  return draw(product);
}

/** The same, all in one scale, with their feet on one line from left to right. */
export function row(ids: readonly number[], left: number, y: number, scale: number, gap = 10): string {
  return rowOf(ids.map(drawnProduct), left, y, scale, gap);
}

export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const stroke = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
export const box = (x: number, y: number, w: number, h: number, fill: string, r = 0, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${r}" fill="${fill}" ${more}/>`;
/** Repeats a drawing `count` times. */
export const times = (count: number, one: (i: number) => string) => Array.from({ length: count }, (_, i) => one(i)).join('');
