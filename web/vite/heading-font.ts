import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/**
 * Subsets Noto Serif TC 600 to the glyphs of the shop's own headings (design/web.md, "Libraries"). The full font has
 * 6,661 glyphs and 1.4 MB, the file that every page loads has about 45 kB.
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
const LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !$&'()+,-./:?@_%·–—";

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'));
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
}

/**
 * Features by the file with the glyphs of their headings. Every page loads the first one, so it has to be small.
 * `headings-buyers` has all other features.
 */
const FILES: Record<'headings' | 'headings-reading' | 'headings-buyers' | 'headings-pages', readonly string[]> = {
  headings: ['cart', 'catalogue', 'shell'],
  'headings-reading': ['reading', 'reviews'],
  'headings-buyers': [],
  'headings-pages': ['brand', 'consent', 'gifts', 'guide', 'help', 'skin'],
};
type FontFile = keyof typeof FILES;
/** Their pages have texts with titles. */
const TITLED = [...FILES['headings-reading'], ...FILES['headings-pages']];

const HEADINGS = /const headings = \{[\s\S]*?\n\}/g;
const WITH_TITLES = /const headings = \{[\s\S]*?\n\}|\b(?:title|problemTitle): ?(['"`]).*?\1/g;
const glyphsOf = (texts: readonly string[]): string[] => [...new Set(texts.join(''))].filter((char) => char > '\u2fff').sort();

/** The non-Latin characters of the headings by file. Each file has only those that the files before it do not have. */
export async function headingGlyphs(): Promise<Record<FontFile, string>> {
  const found = async (folder: string, pattern: RegExp): Promise<string[]> =>
    (await sources(join(WEB, folder))).flatMap((text) => text.match(pattern) ?? []);
  const skin = await readFile(join(WEB, '../services/content/data/skin-types.json'), 'utf8');
  const more: Partial<Record<FontFile, string[]>> = {
    headings: [ALWAYS, ...(await found('../services/catalogue', /nameZh: ?(['"`]).*?\1/g))],
    'headings-pages': skin.match(/"(?:title|problemTitle)": "[^"]*"/g) ?? [],
  };
  const named = Object.values(FILES).flat();
  const others = (await readdir(join(WEB, 'app/features'))).filter((feature) => !named.includes(feature));
  const known = new Set<string>();
  const glyphs = {} as Record<FontFile, string>;
  for (const [file, features] of Object.entries({ ...FILES, 'headings-buyers': others }) as [FontFile, readonly string[]][]) {
    const own = features.map((feature) => found(`app/features/${feature}`, TITLED.includes(feature) ? WITH_TITLES : HEADINGS));
    const fresh = glyphsOf([...(more[file] ?? []), ...(await Promise.all(own)).flat()]).filter((glyph) => !known.has(glyph));
    for (const glyph of fresh) known.add(glyph);
    glyphs[file] = fresh.join('');
  }
  return glyphs;
}

/** The face of a further file. Its range names each of its glyphs, so that only pages with one of them load it. */
const faceOf = (file: string, glyphs: string): string => `@font-face {
  font-family: 'Nordhaut Serif';
  src: url('./${file}.woff2') format('woff2');
  font-weight: 600;
  font-display: swap;
  unicode-range: ${[...glyphs].map((glyph) => `U+${glyph.codePointAt(0)?.toString(16)}`).join(', ')};
}
`;

export function headingFont(): Plugin {
  return {
    name: 'heading-font',
    async buildStart() {
      const face = await readFile(join(WEB, 'fonts/noto-serif-tc-600.woff2'));
      const latin = await readFile(join(WEB, 'fonts/noto-serif-tc-latin-600.woff2'));
      await mkdir(OUT, { recursive: true });
      const files = Object.entries(await headingGlyphs());
      for (const [file, glyphs] of files)
        await writeFile(join(OUT, `${file}.woff2`), await subsetFont(face, glyphs, { targetFormat: 'woff2' }));
      const further = files.slice(1).map(([file, glyphs]) => faceOf(file, glyphs));
      await writeFile(join(OUT, 'headings-further.css'), further.join(''));
      const text = await readFile(join(WEB, 'fonts/noto-serif-tc-latin-400.woff2'));
      await writeFile(join(OUT, 'headings-latin.woff2'), await subsetFont(latin, LATIN, { targetFormat: 'woff2' }));
      await writeFile(join(OUT, 'text-latin.woff2'), await subsetFont(text, LATIN, { targetFormat: 'woff2' }));
    },
  };
}
