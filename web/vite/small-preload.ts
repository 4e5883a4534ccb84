import type { Plugin } from 'vite';

/**
 * Replaces Vite's helper for dynamic imports, which also waits for stylesheets. The shop has one stylesheet, inside the
 * page, so the helper only has to preload modules. Every page loads it: it saves 0.5 kB (gzip) of the content pages' budget.
 */
const HELPER = `const seen = new Set();
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
  }
  return load();
};`;

export function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id.endsWith('vite/preload-helper.js') ? HELPER : undefined),
  };
}
