import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/**
 * Subsets Noto Serif TC 600 to the glyphs of the shop's own headings (design/web.md, "Libraries"). The full font has
 * 6,661 glyphs and 1.4 MB, the subset has about 50 kB.
 *
 * The headings are the texts of
 * - the object `headings` in each `messages.ts`, and
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

/** The non-Latin characters of the headings. */
export async function headingGlyphs(): Promise<string> {
  const app = (await sources(join(WEB, 'app'))).flatMap((text) => text.match(/const headings = \{[\s\S]*?\n\}/g) ?? []);
  const catalogue = (await sources(join(WEB, '../services/catalogue'))).flatMap((text) => text.match(/nameZh: ?(['"`]).*?\1/g) ?? []);
  const glyphs = new Set([...ALWAYS, ...app.join(''), ...catalogue.join('')].filter((char) => char > '\u2fff'));
  return [...glyphs].sort().join('');
}

export function headingFont(): Plugin {
  return {
    name: 'heading-font',
    async buildStart() {
      const glyphs = await headingGlyphs();
      const face = await readFile(join(WEB, 'fonts/noto-serif-tc-600.woff2'));
      const latin = await readFile(join(WEB, 'fonts/noto-serif-tc-latin-600.woff2'));
      await mkdir(OUT, { recursive: true });
      await writeFile(join(OUT, 'headings.woff2'), await subsetFont(face, glyphs, { targetFormat: 'woff2' }));
      await writeFile(join(OUT, 'headings-latin.woff2'), await subsetFont(latin, LATIN, { targetFormat: 'woff2' }));
    },
  };
}
