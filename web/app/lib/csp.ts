import type { CspSources } from './web-context.ts';

/**
 * The Content-Security-Policy of one page.
 *
 * Browsers and shared caches store pages, so the policy must stay valid as long as the HTML. A nonce that changes with
 * every reply does not. So the policy lists the hash of each inline script that React wrote. During rendering, a nonce
 * marks these scripts (`entry.server.tsx`). A script inside content has no nonce, gets no hash and does not run.
 */
export function contentSecurityPolicy(hashes: { scripts: readonly string[]; styles: readonly string[] }, also: CspSources): string {
  const named = (list: readonly string[]): string[] => list.map((hash) => `'sha256-${hash}'`);
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...named(hashes.scripts), ...also.script].join(' ')}`,
    "script-src-attr 'none'",
    `style-src ${["'self'", ...named(hashes.styles)].join(' ')}`,
    // React writes `style` attributes for sizes that depend on data; they run no code.
    "style-src-attr 'unsafe-inline'",
    // `blob:` shows images that somebody chose for a review before they are sent.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...also.connect].join(' ')}`,
    `frame-src ${["'self'", ...also.frame].join(' ')}`,
    `form-action ${["'self'", ...also.formAction].join(' ')}`,
    "base-uri 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
