import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { runTypeScript } from './node.mjs';

/**
 * Runs a TypeScript entry from any state of the checkout: installs the packages, makes the images and the web build when
 * the entry serves pages, and starts the entry with `env` on a Node that can run it. Returns the entry's exit code.
 */
export async function runEntry(entry, { args = process.argv.slice(2), built = false, env = {} } = {}) {
  await ensureDependencies();
  if (built) await ensureBuilt();
  return runTypeScript(entry, args, env);
}
