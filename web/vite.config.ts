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

/**
 * Modules that the same pages load stand in one file: compressed together they are 3 kB (gzip) smaller in the checkout.
 * The bundler adds what a group imports, so what several groups import has a group of a higher priority.
 */
const GROUPS = [
  { name: 'frame', test: FRAME, priority: 5 },
  {
    name: 'page',
    test: /lib\/(seo|quantity)\.|ui\/(price|badge|status-region)\.|contracts\/rules\/(shipping|quantity|money)\.|icons\/(check|truck|credit-card)\./,
    priority: 4,
  },
  { name: 'stepper', test: /ui\/quantity-stepper|icons\/(minus|plus)\./, priority: 4 },
  { name: 'field', test: /ui\/field\./, priority: 4 },
  { name: 'fields', test: /ui\/(choices|text-input|error-summary)\./, priority: 4 },
  {
    name: 'answers',
    test: /node_modules\/zod\/|contracts\/(api|error-codes|vocabulary)|orders\/(messages|outcome)\.|lib\/look-up-order|preload-helper/,
    priority: 3,
  },
  { name: 'session', test: /checkout\/session\.|zustand\/esm\/middleware|orders\/confirm-payment/, priority: 2 },
  {
    name: 'checkout',
    test: /checkout\/(flow|field-id|cart-[a-z]+|failure-panel|messages|summary|steps-nav|checkout-[a-z]+|bank-notice|step-code|prepare-order|use-placing|use-quote|pay-amount)\.|ui\/skeleton/,
    priority: 1,
  },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [headingFont(), tailwindcss(), reactRouter(), precompress()],
  build: {
    target: 'es2022',
    // Product images and fonts are files of their own: inlined they could neither be cached nor preloaded.
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? { rollupOptions: { input: './app/handler.ts' } }
      : { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } }),
  },
  // The router's export map names its development build for every bundler: 5 kB (gzip) of warnings nobody sees.
  resolve: { alias: [routerFile('dom', 'dom-export'), routerFile('', 'index')] },
  // One file without outside imports: one copy of React and of the router whatever NODE_ENV the process has.
  ssr: { noExternal: true },
}));
