import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/;

/** Writes `.br` and `.gz` beside every built text asset, so that the server does not compress them. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.ssr ? '' : resolve(config.root, config.build.outDir, 'assets');
    },
    async closeBundle() {
      if (!folder) return;
      const names = (await readdir(folder).catch(() => [])).filter((name) => TEXT.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = join(folder, name);
          const bytes = await readFile(file);
          const brotli = await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
          await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))]);
        }),
      );
    },
  };
}
