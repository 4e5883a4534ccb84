import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findNode } from './node.mjs';
import { inRoot } from './paths.mjs';
import { runQuietly, toolEnvironment } from './run.mjs';
import { say } from './say.mjs';

// The headless shell needs a third less processor time than a whole Chromium without a window.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApps = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/**
 * The Chromium for the journeys: CHROMIUM_PATH, the machine's own, or undefined for the one that Playwright downloads.
 */
export async function ensureChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [...onPath, ...macApps].find((file) => existsSync(file));
  if (found) return found;

  say('No Chromium on this machine; Playwright brings one (once) …');
  const withLibraries = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : [];
  const cli = inRoot('node_modules', 'playwright', 'cli.js');
  const { code, tail } = await runQuietly(findNode(), [cli, 'install', ...withLibraries, 'chromium'], { env: toolEnvironment(findNode()) });
  if (code !== 0) say(`Playwright could not bring a Chromium; install one and name it in CHROMIUM_PATH. Its last lines:\n${tail}`);
  return undefined;
}
