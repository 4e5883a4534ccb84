import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { type AppLoadContext, type EntryContext, ServerRouter } from 'react-router-dom';
import { CONSENT_MARKER, CONSENT_SCRIPT, ConsentBanner } from './features/consent/banner.tsx';
import { APP_MISSING_ID, AppMissing } from './features/shell/app-missing.tsx';
import { bannerMarker, closeBanner } from './features/shell/banner-scripts.ts';
import { TRANSLATION_SCRIPT } from './features/shell/translation-script.ts';
import { contentSecurityPolicy } from './lib/csp.ts';
import { NonceContext } from './lib/nonce.ts';
import type { RootData } from './lib/shop.ts';
import styles from './styles/tokens.css?inline';

/**
 * Here a page is a string with one character for each byte of its UTF-8, and so is each part that is inserted. What this file
 * searches for is ASCII. A decoded page of 190 kB would take 2 ms more, because V8 stores Chinese in two bytes per character.
 */
const BYTES = 'latin1';
const bytesOf = (text: string): string => Buffer.from(text).toString(BYTES);
const sha256 = (bytes: string): string => createHash('sha256').update(bytes, BYTES).digest('base64');
/**
 * The page contains the whole stylesheet (6 kB compressed), so the first paint needs only the HTML. Later pages are
 * navigations of the app and keep the stylesheet. React does not touch a style in `head` that it did not write.
 */
const STYLE = `<style>${bytesOf(styles)}</style>`;
const STYLE_HASH = sha256(bytesOf(styles));

/** ms until a loader that does not answer is aborted */
export const streamTimeout = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const page = await render(
    <NonceContext value={nonce}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
    request.signal,
  );
  const { html, hashes } = hashScripts(page, nonce, keyOfBanner(router));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicy({ scripts: hashes, styles: [STYLE_HASH] }, context.csp));
  return new Response(Buffer.from(html, BYTES), { status, headers });
}

/** Renders the whole page before it is sent: it is cached and hashed as a whole, and its data comes from this process in a few ms. */
function render(tree: React.ReactNode, nonce: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        parts.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        resolve(Buffer.concat(parts).toString(BYTES));
        done();
      },
    });
    const stream = renderToPipeableStream(tree, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      // The route's boundary shows the error, and the server logs it at the end of the request.
      onError: () => {},
    });
    const timer = setTimeout(() => stream.abort(new Error('Rendering took too long')), streamTimeout + 1000);
    timer.unref();
    sink.on('close', () => clearTimeout(timer));
    signal.addEventListener('abort', () => stream.abort(), { once: true });
  });
}

/** Opens and closes the menu of a phone whose browser has no popovers, such as Safari 16. `data-open` shows it (tokens.css). */
const MENU = `'popover' in HTMLElement.prototype || addEventListener('click', ({ target }) => {
  const menu = document.querySelector('[popover]');
  if (target.closest('[popovertarget]')) menu.toggleAttribute('data-open');
  else if (target.closest('a') || !menu?.contains(target)) menu?.removeAttribute('data-open');
})`;

/**
 * Keeps what is clicked, typed and sent before the hydration (lib/early-input.ts), from the first element on. Without it, a button would
 * do nothing, and the browser would send a form that has no address to the page's own, with every field in it: the password of the
 * sign-in too.
 */
const EARLY = `(() => {
  const early = window.early = new Set();
  const keep = (element) => {
    if (/^(button|submit)$/.test(element.type)) element.ariaBusy = true;
    early.add(element);
    early.begin?.();
  };
  addEventListener('click', ({ target }) => {
    const button = window.early && target.closest('main button[type=button]:not([popovertarget])');
    if (button) keep(button);
  });
  addEventListener('submit', (event) => {
    if (!window.early || event.target.hasAttribute('action')) return;
    event.preventDefault();
    if (event.submitter) keep(event.submitter);
  });
  addEventListener('input', ({ target }) => {
    if (window.early) keep(target);
  });
})()`;

/**
 * The page is complete without script, so the picture, the heading font and the first paint come before the app. The page
 * contains the app's module as text and runs it after the page has loaded, or after `LATEST_START` ms. What is kept
 * (`EARLY`) runs it at once. Where its files cannot be loaded, the page says so, and tries again when the network is back or after
 * some seconds. The error of a file reaches the script that imports it, or nobody where the import is on demand.
 */
const LATEST_START = 1_200;
/** ms between the page's load and the app, for the paint of the last picture */
const AFTER_LOAD = 150;
/** ms until the second attempt to load the app; each further wait is twice as long */
const AGAIN_AFTER = 4_000;
const STARTER = `(() => {
  const app = document.getElementById('app');
  const notice = document.getElementById('${APP_MISSING_ID}');
  notice.querySelector('button').onclick = () => location.reload();
  let begun = false;
  let timer;
  let wait = ${AGAIN_AFTER};
  const run = () => {
    clearTimeout(timer);
    timer = undefined;
    if (window.early) document.body.append(Object.assign(document.createElement('script'), { type: 'module', textContent: app.textContent, onerror: missing }));
  };
  const missing = () => {
    if (!window.early || timer) return;
    notice.hidden = false;
    timer = setTimeout(run, wait);
    wait *= 2;
  };
  addEventListener('unhandledrejection', missing);
  addEventListener('online', () => timer && run());
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const href of app.dataset.parts.split(' ')) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    run();
  };
  window.early.begin = begin;
  if (window.early.size > 0) begin();
  addEventListener('load', () => setTimeout(begin, ${AFTER_LOAD}));
  setTimeout(begin, ${LATEST_START});
})();`;
const STARTER_HASH = sha256(STARTER);

/**
 * All visitors get the same page with both prices. The marker cookie says before the first paint whose price leads
 * (`ProductPrices`), so a member's page neither flashes nor shifts. `product-prices.tsx` corrects it later.
 */
const MEMBER_MARKER = `document.documentElement.toggleAttribute('data-member',/(?:^|; )signed-in=1/.test(document.cookie))`;
/** The one that changes the browser's own functions is last: the page does without it where it fails. */
const MARKER = `${EARLY};${MENU};${MEMBER_MARKER};${CONSENT_MARKER};${TRANSLATION_SCRIPT}`;

const keyOfBanner = ({ staticHandlerContext: { loaderData } }: EntryContext): string | undefined =>
  (loaderData['root'] as RootData | null | undefined)?.banner?.key;

/** After everything that React wrote: it leaves elements at the end of the body alone. */
const BANNER = bytesOf(
  `${renderToStaticMarkup(<ConsentBanner />)}<script>${CONSENT_SCRIPT}</script>${renderToStaticMarkup(<AppMissing />)}`,
);
const BANNER_HASH = sha256(bytesOf(CONSENT_SCRIPT));

/** Hashes the inline scripts with this rendering's nonce, then removes the nonce, so that equal pages are equal bytes. */
function hashScripts(page: string, nonce: string, banner: string | undefined): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const marker = bytesOf(banner ? `${bannerMarker(banner)};${MARKER}` : MARKER);
  const closing = banner ? [bytesOf(closeBanner(banner))] : [];
  const hashes = new Set([sha256(marker), ...closing.map(sha256), STARTER_HASH, BANNER_HASH]);
  for (const [, attributes = '', body = ''] of page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(mark) && body !== '') hashes.add(sha256(body));
  }
  const preload = /<link rel="modulepreload" href="([^"]*)"[^>]*>/g;
  const parts = [...page.matchAll(preload)].map(([, href]) => href).join(' ');
  const calm = page
    .replaceAll(mark, '')
    .replaceAll(preload, '')
    .replace('<script type="module" async="">', `<script type="text/plain" id="app" data-parts="${parts}">`);
  return {
    html: calm
      .replace('</head>', () => `${STYLE}<script>${marker}</script></head>`)
      .replace('</body>', () => `${BANNER}${closing.map((one) => `<script>${one}</script>`).join('')}<script>${STARTER}</script></body>`),
    hashes: [...hashes],
  };
}
