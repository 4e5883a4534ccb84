import sans from './glyphs/sans.json' with { type: 'json' };
import serif from './glyphs/serif.json' with { type: 'json' };

export type Face = 'serif' | 'sans';
export type Setting = {
  face: Face;
  /** height of the em */
  size: number;
  fill: string;
  /** extra space after each character, in em */
  tracking?: number;
  anchor?: 'start' | 'middle' | 'end';
  /** maximum length; a longer line is set narrower */
  maxWidth?: number;
  opacity?: number;
};

type Glyphs = { unitsPerEm: number; glyphs: Record<string, (string | number)[]> };
const FACES: Record<Face, Glyphs> = { serif, sans };

export const hasGlyph = (face: Face, character: string) => character in FACES[face].glyphs;

/** Width of a line at a size, tracking included. */
export function widthOf(text: string, { face, size, tracking = 0 }: Pick<Setting, 'face' | 'size' | 'tracking'>): number {
  const { unitsPerEm, glyphs } = FACES[face];
  const advance = [...text].reduce((sum, character) => sum + Number(glyphs[character]?.[0] ?? unitsPerEm), 0);
  return (advance / unitsPerEm + tracking * Math.max(0, [...text].length - 1)) * size;
}

/** A line of text as outlines with its baseline start, middle or end at x, y. A character without an outline leaves its space empty. */
export function line(x: number, y: number, text: string, setting: Setting): string {
  const { face, fill, tracking = 0, anchor = 'start', maxWidth = Number.POSITIVE_INFINITY, opacity = 1 } = setting;
  const { unitsPerEm, glyphs } = FACES[face];
  const size = setting.size * Math.min(1, maxWidth / widthOf(text, setting));
  const width = widthOf(text, { face, size, tracking });
  const left = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;
  let pen = 0;
  const outlines = [...text].map((character) => {
    const [advance = unitsPerEm, outline = ''] = glyphs[character] ?? [];
    const at = pen;
    pen += Number(advance) + tracking * unitsPerEm;
    return outline ? `<path transform="translate(${Math.round(at)})" d="${outline}"/>` : '';
  });
  const scale = size / unitsPerEm;
  return `<g fill="${fill}" opacity="${opacity}" transform="matrix(${scale.toFixed(5)} 0 0 ${(-scale).toFixed(5)} ${left.toFixed(2)} ${y.toFixed(2)})">${outlines.join('')}</g>`;
}
