import type { Plugin } from 'vite';

/**
 * The parts that somebody waits for after a click: the steps of the checkout, dialogs and forms. The names are those of their
 * files, without the ending.
 */
const WAITED_FOR = /(step|dialog|form|sign-in|group-order)$/;

type Bundle = Record<string, { name?: string; imports?: readonly string[] }>;

/** The file and everything that it imports statically: where it runs, all of them are loaded. */
function closureOf(bundle: Bundle, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of bundle[file]?.imports ?? []) closureOf(bundle, imported, found);
  return found;
}

/**
 * Says which files Vite loads beside a part that is imported on demand. Without them, the browser asks for the part's own
 * imports one round trip later. Each name of a file costs bytes of the page's script budget, so only parts that somebody waits
 * for have such files, and only those that the importing code did not load. All other parts load while the page is idle.
 */
export function lateParts(): Plugin {
  let chunks: Bundle = {};
  return {
    name: 'late-parts',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (part, files, { hostId }) => {
            if (!WAITED_FOR.test(chunks[part]?.name ?? '')) return [];
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
