import type { CareStep } from '@nordhaut/contracts';

/** Colours of the look (web/app/styles/tokens.css); light falls from the left front. */
export const INK = '#14211D';
export const INK_SOFT = '#46544E';
export const BRAND = '#0F4C3A';
/** The plate that each product stands on: `--color-sunken` of the page. */
export const PLATE = '#E9EEEC';

type Tint = { label: string; wall: string; ground: string; plinth: string; plinthDark: string };
/** One tint for each care step, for the background of its products. */
export const TINTS: Record<CareStep, Tint> = {
  cleanse: { label: '#D6E5EA', wall: '#F1F6F8', ground: '#DDE8EC', plinth: '#E6EFF2', plinthDark: '#BFD0D7' },
  hydrate: { label: '#D9E8DC', wall: '#F2F7F3', ground: '#DEE9E0', plinth: '#E7F0E9', plinthDark: '#BFD2C4' },
  func: { label: '#F2E4C6', wall: '#FAF6ED', ground: '#EFE6D3', plinth: '#F5EEDF', plinthDark: '#D9CBAC' },
  lock: { label: '#F0DAD2', wall: '#FAF3F0', ground: '#F0E2DC', plinth: '#F6EBE6', plinthDark: '#DBC3BA' },
  hand: { label: '#DEDDEB', wall: '#F5F5F9', ground: '#E5E4EE', plinth: '#EDECF4', plinthDark: '#C7C5D9' },
};

const stops = (list: readonly (readonly [at: number, colour: string, opacity?: number])[]) =>
  list
    .map(
      ([at, colour, opacity]) =>
        `<stop offset="${at}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('');
const across = (id: string, list: Parameters<typeof stops>[0]) => `<linearGradient id="${id}">${stops(list)}</linearGradient>`;
const around = (id: string, list: Parameters<typeof stops>[0]) => `<radialGradient id="${id}">${stops(list)}</radialGradient>`;
const down = (id: string, list: Parameters<typeof stops>[0]) => `<linearGradient id="${id}" x2="0" y2="1">${stops(list)}</linearGradient>`;

/** Materials as gradients across a round body: edge, highlight, shade, light reflected from the ground. */
export const MATERIALS = [
  across('porcelain', [
    [0, '#B7C2BD'],
    [0.05, '#D3DBD7'],
    [0.16, '#F3F6F4'],
    [0.32, '#FFFFFF'],
    [0.54, '#F4F7F5'],
    [0.76, '#D6DEDA'],
    [0.92, '#B3BEB9'],
    [1, '#C9D2CE'],
  ]),
  across('glass', [
    [0, '#31130A'],
    [0.05, '#5A260D'],
    [0.17, '#8A4517'],
    [0.33, '#A9602A'],
    [0.5, '#8C4416'],
    [0.74, '#5F2A0C'],
    [0.92, '#36150A'],
    [1, '#6B3512'],
  ]),
  across('cap', [
    [0, '#0A120F'],
    [0.07, '#1A2823'],
    [0.2, '#2B3E37'],
    [0.29, '#40574E'],
    [0.38, '#2A3C35'],
    [0.6, '#17241F'],
    [0.88, '#0B1410'],
    [0.96, '#1B2924'],
    [1, '#0D1713'],
  ]),
  across('aluminium', [
    [0, '#C3C9C9'],
    [0.1, '#E4E8E8'],
    [0.3, '#FFFFFF'],
    [0.5, '#EFF2F1'],
    [0.62, '#DCE1E0'],
    [0.85, '#BFC6C5'],
    [1, '#D4DAD9'],
  ]),
  across('paper', [
    [0, '#14211D', 0.34],
    [0.06, '#14211D', 0.2],
    [0.2, '#14211D', 0.03],
    [0.33, '#FFFFFF', 0.3],
    [0.5, '#FFFFFF', 0.05],
    [0.74, '#14211D', 0.1],
    [0.93, '#14211D', 0.32],
    [1, '#14211D', 0.24],
  ]),
  down('fall', [
    [0, '#14211D', 0],
    [0.7, '#14211D', 0],
    [1, '#14211D', 0.16],
  ]),
  down('shine', [
    [0, '#FFFFFF', 0],
    [0.4, '#FFE9CF', 0.62],
    [0.7, '#FFE9CF', 0.4],
    [1, '#FFE9CF', 0],
  ]),
  down('lift', [
    [0, '#FFFFFF', 0.34],
    [0.14, '#FFFFFF', 0],
    [1, '#FFFFFF', 0],
  ]),
  // Soft edges are gradients where possible: a blur of this size takes a hundred times as long to draw.
  around('glow', [
    [0, '#FFB45E', 0.5],
    [0.6, '#FFB45E', 0.2],
    [1, '#FFB45E', 0],
  ]),
  around('shadow', [
    [0, INK, 1],
    [0.35, INK, 0.78],
    [0.6, INK, 0.36],
    [0.82, INK, 0.08],
    [1, INK, 0],
  ]),
].join('');
