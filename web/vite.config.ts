import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { headingFont } from './vite/heading-font.ts';
import { precompress } from './vite/precompress.ts';

const routerFile = (path: string, file: string) => ({
  find: new RegExp(`^react-router${path && `/${path}`}$`),
  replacement: fileURLToPath(new URL(`../production/${file}.mjs`, import.meta.resolve('react-router'))),
});

/**
 * What every page has (React, the router, header, footer, cart count): as one file it is 5 kB (gzip) smaller than as the
 * twenty that the bundler would make of it.
 */
const FRAME = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-router)/',
    String.raw`node_modules/zustand/esm/(vanilla|react)\.`,
    'node_modules/lucide-react/dist/esm/(?!icons/)',
    String.raw`app/(root\.tsx|features/(shell|cart)/|lib/(stores/|(api|browser|announce|focus|shop|money|messages|nonce)\.)|ui/(button|toasts|live-regions)\.)`,
  ].join('|'),
);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [headingFont(), tailwindcss(), reactRouter(), precompress()],
  build: {
    target: 'es2022',
    // Product images and fonts are files of their own: inlined they could neither be cached nor preloaded.
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? { rollupOptions: { input: './app/handler.ts' } }
      : { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: FRAME }] } } } }),
  },
  // The router's export map names its development build for every bundler: 5 kB (gzip) of warnings nobody sees.
  resolve: { alias: [routerFile('dom', 'dom-export'), routerFile('', 'index')] },
  // One file without outside imports: one copy of React and of the router whatever NODE_ENV the process has.
  ssr: { noExternal: true },
}));
