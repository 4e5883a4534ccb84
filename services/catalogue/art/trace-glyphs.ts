/**
 * Traces the characters of every label into outlines, so that a drawing needs no font where it is rendered and looks
 * the same everywhere. Run it after a product gained a character (a test says so):
 *
 *   node services/catalogue/art/trace-glyphs.ts <NotoSerifTC-SemiBold.ttf> <NotoSansTC-Medium.ttf>
 *
 * Both fonts are under the SIL Open Font Licence 1.1 (npm: @expo-google-fonts/noto-serif-tc, …/noto-sans-tc);
 * they are 60 MB each, which is why the shop ships these outlines and not the fonts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { SEED_PRODUCTS } from '../data/index.ts';
import { LATIN_ON_LABELS, labelTexts } from './label-texts.ts';

const [serifPath, sansPath] = process.argv.slice(2);
if (!serifPath || !sansPath) throw new Error('name the serif and the sans font file');
const characters = [
  ...new Set([...LATIN_ON_LABELS, ...SEED_PRODUCTS.flatMap((product) => [...labelTexts(product)].join(''))].join('')),
].sort();

for (const [face, path] of [
  ['serif', serifPath],
  ['sans', sansPath],
] as const) {
  const font = create(readFileSync(path)) as Font;
  const glyphs: Record<string, [advance: number, outline: string]> = {};
  for (const character of characters) {
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    if (glyph.id === 0) throw new Error(`${path} has no ${character}`);
    glyphs[character] = [Math.round(glyph.advanceWidth), glyph.path.toSVG().replace(/-?\d+\.\d+/g, (n) => String(Math.round(Number(n))))];
  }
  writeFileSync(
    new URL(`./glyphs/${face}.json`, import.meta.url),
    `${JSON.stringify({ unitsPerEm: font.unitsPerEm, glyphs }).replaceAll('"],"', '"],\n"')}\n`,
  );
}
