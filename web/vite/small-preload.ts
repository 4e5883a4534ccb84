import type { Plugin } from 'vite';

/**
 * Replaces Vite's helper for dynamic imports, which also waits for stylesheets. The shop has one stylesheet, inside the
 * page, so the helper only has to preload modules. Every page loads it: it saves 0.5 kB (gzip) of the content pages' budget.
 * The helper is a private part of Vite, so the build fails if Vite has no file of this name any more.
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

type Bundle = Record<string, { imports?: readonly string[] }>;

/** The file and everything that it imports statically: where it runs, all of them are loaded. */
function closureOf(bundle: Bundle, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of bundle[file]?.imports ?? []) closureOf(bundle, imported, found);
  return found;
}

export function smallPreload(): Plugin {
  let chunks: Bundle = {};
  let found = false;
  return {
    name: 'small-preload',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (!id.endsWith('vite/preload-helper.js')) return undefined;
      found = true;
      return HELPER;
    },
    buildEnd(error) {
      if (!error && !found && this.environment.name === 'client')
        throw new Error('Vite has no preload-helper.js any more: remove this plugin.');
    },
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (_, files, { hostId }) => {
            const here = closureOf(chunks, hostId);
            return files.filter((file) => !here.has(file));
          },
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        chunks = bundle as Bundle;
      },
    },
  };
}
