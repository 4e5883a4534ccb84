import type { Content } from '../relief/light.ts';
import { type Place, type Shape, together } from '../relief/shapes.ts';

/** Contents on a ground. Units are the picture's height, from the middle of a picture of 16 : 9. */
export type Scene = { ground: string; seed: number; contents: readonly Content[] };

/** Grounds: the tints of the care steps a little darker, as under the products' contents, and some of stone, paper and sky. */
export const GROUND = {
  cleanse: '#D3DEE2',
  hydrate: '#D4DFD6',
  func: '#E4DCCA',
  lock: '#E5D8D2',
  hand: '#DBDAE3',
  oat: '#E6DFD3',
  slate: '#8B979B',
  rain: '#B9C5C9',
  kraft: '#DAD2C4',
};
/** A line of ink, as of a tattoo. */
export const INK_LINE = { colour: '#2E3B37', shade: '#0E1714', clear: 0, gloss: 0.5 };

export const white = (shape: Shape): Content => ({ shape, colour: '#FFFAF4', shade: '#CDB9A6', clear: 0, gloss: 0.42 });
export const rose = (shape: Shape): Content => ({ shape, colour: '#F6E0D6', shade: '#BC9080', clear: 0, gloss: 0.42 });
export const lilac = (shape: Shape): Content => ({ shape, colour: '#FCFBFF', shade: '#B3AECB', clear: 0, gloss: 0.45 });
export const blue = (shape: Shape): Content => ({ shape, colour: '#F6FAFB', shade: '#8FAFBE', clear: 0, gloss: 0.06 });
export const sand = (shape: Shape): Content => ({ shape, colour: '#EDE4D3', shade: '#B8A88A', clear: 0, gloss: 0.05 });
export const stone = (shape: Shape): Content => ({ shape, colour: '#F1EFEA', shade: '#A7A69F', clear: 0, gloss: 0.08 });
export const green = (shape: Shape): Content => ({ shape, colour: '#9DB69C', shade: '#4C6A55', clear: 0, gloss: 0.2 });
export const rust = (shape: Shape): Content => ({ shape, colour: '#C98F66', shade: '#7A4628', clear: 0, gloss: 0.12 });
export const gel = (shape: Shape): Content => ({ shape, colour: '#EDF5F0', shade: '#9DBDAE', clear: 0.92, gloss: 1 });
/** A gel with ridges is half clear: as clear as a drop, it would be dark on the side of the light and look like a furrow. */
export const spread = (shape: Shape): Content => ({ ...gel(shape), clear: 0.5 });
export const amber = (shape: Shape): Content => ({ shape, colour: '#E9B558', shade: '#A9701F', clear: 0.9, gloss: 0.95 });
export const orange = (shape: Shape): Content => ({ shape, colour: '#F0A15A', shade: '#B96A28', clear: 0.86, gloss: 0.95 });
export const milk = (shape: Shape): Content => ({ shape, colour: '#FFFBF2', shade: '#CDB687', clear: 0.5, gloss: 0.9 });

/** `count` shapes beside one another. */
export const each = (count: number, one: (i: number) => Shape): Shape => together(...Array.from({ length: count }, (_, i) => one(i)));
export const line = (x: number, y: number, long: number, bend = 0.03): readonly Place[] => [
  [x - long / 2, y + bend],
  [x - long / 6, y - bend],
  [x + long / 6, y + bend * 0.6],
  [x + long / 2, y - bend],
];
/** A number from 0 to 1 that looks accidental. */
export const luck = (i: number): number => Math.abs((Math.sin(i * 127.1 + 11.7) * 43_758.5453) % 1);
/** 0 or less: 0; a ninth or more: 1. */
export const edge = (value: number): number => Math.min(1, Math.max(0, value * 9));
