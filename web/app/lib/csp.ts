import type { CspSources } from './web-context.ts';

/**
 * The Content-Security-Policy of one page.
 *
 * Pages are cached by ETag and by shared caches, so the policy must stay true for as long as the HTML lives: a nonce
 * that changes with every reply cannot. Instead the policy names the hash of each inline script React wrote. Which
 * ones those are is told by a nonce that exists only while the page is rendered (`entry.server.tsx`): a script that
 * came in through content does not carry it, gets no hash, and does not run.
 */
export function contentSecurityPolicy(hashes: { scripts: readonly string[]; styles: readonly string[] }, also: CspSources): string {
  const named = (list: readonly string[]): string[] => list.map((hash) => `'sha256-${hash}'`);
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...named(hashes.scripts), ...also.script].join(' ')}`,
    "script-src-attr 'none'",
    `style-src ${["'self'", ...named(hashes.styles)].join(' ')}`,
    // React writes `style` attributes for sizes that only data knows; they run nothing.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...also.connect].join(' ')}`,
    `frame-src ${["'self'", ...also.frame].join(' ')}`,
    `form-action ${["'self'", ...also.formAction].join(' ')}`,
    "base-uri 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
