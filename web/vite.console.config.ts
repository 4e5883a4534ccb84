import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';
import { routerBuild } from './vite/router-build.ts';

/** The support console: a build of its own, so that no script of it is in the shop's bundles. */
export default defineConfig({
  root: fileURLToPath(new URL('./console', import.meta.url)),
  base: '/console/',
  publicDir: false,
  plugins: [tailwindcss(), precompress()],
  resolve: { alias: routerBuild },
  oxc: { jsx: { runtime: 'automatic' } },
  build: { target: 'es2022', outDir: fileURLToPath(new URL('./build/console', import.meta.url)), emptyOutDir: true, assetsInlineLimit: 0 },
});
