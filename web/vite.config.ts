import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { headingFont } from './vite/heading-font.ts';
import { lateParts } from './vite/late-parts.ts';
import { precompress } from './vite/precompress.ts';
import { REMOVED_CALLS } from './vite/removed-calls.ts';
import { routerBuild } from './vite/router-build.ts';

/** The code of every page (React, the router, header, footer, cart count) and of almost every page. One file is 6 kB (gzip) smaller than the bundler's twenty. */
const FRAME = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-router)/',
    String.raw`node_modules/zustand/esm/(vanilla|react)\.`,
    'node_modules/lucide/dist/esm/icons/(check|truck|credit-card)[.]',
    String.raw`app/(root\.tsx|features/(shell/(?!not-found-page)|cart/(jump-bar|use-add|use-cart-refresh)\.)|lib/(stores/|(api|browser|announce|early-input|focus|shop|messages|nonce|quantity|seo|with-fields)\.)|ui/(badge|button|clauses|field|icon|live-regions|picture|price|retry-panel|status-region|toasts)\.)`,
    'contracts/rules/(quantity|money)[.]',
  ].join('|'),
);

/**
 * Modules that the same pages load are one file: compressed together they are 3 kB (gzip) smaller in the checkout. The
 * bundler adds the imports of a group to it, so modules that several groups import need a group of a higher priority.
 */
const GROUPS = [
  { name: 'frame', test: FRAME, priority: 5 },
  // Content pages need a few lists of words, and not the schemas of the next groups.
  { name: 'words', test: /contracts\/(vocabulary|rules\/(shipping|order-number))\.|lib\/redirect-path\./, priority: 6 },
  { name: 'content-words', test: /contracts\/content-vocabulary\./, priority: 6 },
  // The page of a group project has the checkout's messages, and not the checkout.
  { name: 'form-messages', test: /contracts\/rules\/form-messages\.|lib\/report-silence\./, priority: 4 },
  // The pages of an order have many texts, which the checkout does not show.
  { name: 'orders', test: /features\/orders\/(messages|outcome)\./, priority: 6 },
  { name: 'stepper', test: /ui\/quantity-stepper|icons\/(minus|plus)\./, priority: 4 },
  { name: 'fields', test: /(ui\/(choices|text-input|error-summary|skeleton)|contracts\/rules\/recipient)\./, priority: 5 },
  {
    name: 'answers',
    test: /node_modules\/zod\/|contracts\/(api\/(?!accounts|mails|promotions|content|reviews|support|tracking|inquiries)|error-codes|vocabulary)/,
    priority: 3,
  },
  { name: 'buying', test: /catalogue\/(add-button|product-prices|section|messages)\./, priority: 5 },
  { name: 'tiles', test: /catalogue\/(product-tile|wish-place)/, priority: 4 },
  // The article has tiles and no carousel.
  { name: 'carousel', test: /ui\/carousel|icons\/(chevron-(left|right)|pause|play)\./, priority: 4 },
  { name: 'small-parts', test: /lib\/(dates|images)\.|ui\/(stars|pager)\.|reading\/content-picture\./, priority: 5 },
  // Article and usage guide have both parts and little room.
  { name: 'reading', test: /ui\/breadcrumb\.|lib\/spy\./, priority: 4 },
  { name: 'reviews', test: /features\/reviews\/(reviews-block|review-item|messages)\./, priority: 4 },
  { name: 'jump-bar', test: /cart\/(jump-bar-content|countdown)\./, priority: 4 },
  // The form of a return has this, and nothing else of the account.
  { name: 'typed-fields', test: /lib\/typed-fields\./, priority: 4 },
  // The checkout has this, and the rest of the account only when it is asked for.
  { name: 'leaving', test: /features\/account\/use-leaving\./, priority: 4 },
  {
    name: 'account',
    test: /features\/account\/(session|use-fields|form-rules|messages|account-frame|password-field|phone-field|login-form|social-buttons|facebook|use-came-signed-in)\.|rules\/account-form\.|icons\/eye/,
    priority: 2,
  },
  { name: 'member', test: /features\/account\/(member-|need-member|info-section|link-path)|lib\/stores\/member-/, priority: 2 },
  {
    name: 'session',
    test: /checkout\/(session|fields|stored)\.|zustand\/esm\/middleware|orders\/confirm-payment|ui\/dialog\./,
    priority: 2,
  },
  // The pages of an order have both parts and not the checkout's session.
  { name: 'order-parts', test: /lib\/look-up-order|ui\/order-line/, priority: 3 },
  {
    name: 'checkout',
    test: /features\/(checkout|cart|placing(?!\/(bank-notice|waiting-order|failure))|promotions\/(choices|timer-store|timer-place)|shipping\/(choice|shipping-form|areas))[/.]|routes\/payment\//,
    priority: 1,
  },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [lateParts(), headingFont(), tailwindcss(), reactRouter(), precompress()],
  build: {
    target: 'es2022',
    // Inlined images and fonts can be neither cached nor preloaded.
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? { rollupOptions: { input: './app/handler.ts' } }
      : {
          rolldownOptions: {
            // The linter allows no statement that only reads a property.
            treeshake: { manualPureFunctions: REMOVED_CALLS, propertyReadSideEffects: false },
            optimization: { inlineConst: { mode: 'all', pass: 3 } },
            // The names say nothing because every page lists those of its files: a word costs as many bytes as it has letters.
            output: { chunkFileNames: 'assets/[hash:7].js', entryFileNames: 'assets/[hash:7].js', codeSplitting: { groups: GROUPS } },
          },
        }),
  },
  resolve: { alias: routerBuild },
  // One file without external imports, so that there is one copy of React and of the router for every NODE_ENV.
  ssr: { noExternal: true },
  // Otherwise the server's React would be its development build wherever NODE_ENV is not `production`: two to three times as slow.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
}));
