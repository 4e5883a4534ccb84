import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { runTypeScript } from './node.mjs';

/**
 * From a fresh clone, or any other state, to a running TypeScript entry: packages, then (where the entry serves pages)
 * images and web build, then the entry on a Node that can run it, with `env` added to this environment. Answers the
 * entry's exit code.
 */
export async function runEntry(entry, { args = process.argv.slice(2), built = false, env = {} } = {}) {
  await ensureDependencies();
  if (built) await ensureBuilt();
  return runTypeScript(entry, args, env);
}
