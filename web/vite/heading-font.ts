import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/**
 * Subsets Noto Serif TC 600 to the glyphs of the shop's own headings (design/web.md, "Libraries"). The full font has
 * 6,661 glyphs and 1.4 MB, the subset has about 50 kB.
 *
 * The headings are the texts of
 * - the object `headings` in each `messages.ts`,
 * - each `title` in the texts of the pages to read, and in the release's texts of the skin-type pages, and
 * - each `nameZh` of the catalogue's data, because product names are headings of their pages.
 * Headings that editors write are unknown at build time and use the body's sans font.
 */

const WEB = new URL('../', import.meta.url).pathname;
const OUT = join(WEB, 'app/styles/generated');
const ALWAYS = '0123456789／・，。：「」（）、！？＋';
const LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !$&'()+,-./:?%·–—";

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'));
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
}

/** Features with pages to read. The glyphs that only their headings have are a file of their own. */
const READING = ['brand', 'consent', 'gifts', 'guide', 'help', 'reading', 'reviews', 'skin'];
const glyphsOf = (texts: readonly string[]): string[] => [...new Set(texts.join(''))].filter((char) => char > '\u2fff').sort();

/** The non-Latin characters of the headings: of the shop's frame and catalogue, and those that only its pages to read have. */
export async function headingGlyphs(): Promise<{ shop: string; pages: string }> {
  const app = (await sources(join(WEB, 'app'))).flatMap((text) => text.match(/const headings = \{[\s\S]*?\n\}/g) ?? []);
  const reading = (await Promise.all(READING.map((feature) => sources(join(WEB, 'app/features', feature))))).flat();
  const own = reading.flatMap((text) => text.match(/const headings = \{[\s\S]*?\n\}|\b(?:title|problemTitle): ?(['"`]).*?\1/g) ?? []);
  const skin = await readFile(join(WEB, '../services/content/data/skin-types.json'), 'utf8');
  own.push(...(skin.match(/"(?:title|problemTitle)": "[^"]*"/g) ?? []));
  const catalogue = (await sources(join(WEB, '../services/catalogue'))).flatMap((text) => text.match(/nameZh: ?(['"`]).*?\1/g) ?? []);
  const shop = glyphsOf([ALWAYS, ...app.filter((text) => !own.includes(text)), ...catalogue]);
  const pages = glyphsOf(own).filter((glyph) => !shop.includes(glyph));
  return { shop: shop.join(''), pages: pages.join('') };
}

/** The face of the second file. Its range names each of its glyphs, so that only pages with one of them load it. */
const pagesFace = (glyphs: string): string => `@font-face {
  font-family: 'Nordhaut Serif';
  src: url('./headings-pages.woff2') format('woff2');
  font-weight: 600;
  font-display: swap;
  unicode-range: ${[...glyphs].map((glyph) => `U+${glyph.codePointAt(0)?.toString(16)}`).join(', ')};
}
`;

export function headingFont(): Plugin {
  return {
    name: 'heading-font',
    async buildStart() {
      const { shop, pages } = await headingGlyphs();
      const face = await readFile(join(WEB, 'fonts/noto-serif-tc-600.woff2'));
      const latin = await readFile(join(WEB, 'fonts/noto-serif-tc-latin-600.woff2'));
      await mkdir(OUT, { recursive: true });
      await writeFile(join(OUT, 'headings.woff2'), await subsetFont(face, shop, { targetFormat: 'woff2' }));
      await writeFile(join(OUT, 'headings-pages.woff2'), await subsetFont(face, pages, { targetFormat: 'woff2' }));
      await writeFile(join(OUT, 'headings-pages.css'), pagesFace(pages));
      await writeFile(join(OUT, 'headings-latin.woff2'), await subsetFont(latin, LATIN, { targetFormat: 'woff2' }));
    },
  };
}
