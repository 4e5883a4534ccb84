import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { exclusively } from './lock.mjs';
import { findNode } from './node.mjs';
import { inRoot, root } from './paths.mjs';
import { npm, runQuietly, toolEnvironment } from './run.mjs';
import { say, Trouble } from './say.mjs';

const productImages = {
  title: 'Drawing the product images',
  inputs: ['services/catalogue', 'scripts/product-images.ts'],
  stamp: inRoot('web', 'public', 'img', 'product', '.nordhaut-stamp'),
  command: () => ({ command: findNode(), args: ['--disable-warning=ExperimentalWarning', inRoot('scripts', 'product-images.ts')] }),
};

// Vite copies public/ into the build, so the images come first and their stamp is one of the web build's inputs.
const webApp = {
  title: 'Building the web app',
  inputs: ['web', 'services/contracts', 'package-lock.json'],
  stamp: inRoot('web', 'build', '.nordhaut-stamp'),
  command: () => npm('run', 'build', '-w', 'web'),
  also: () => readFileSync(productImages.stamp, 'utf8'),
};

/** Makes the images and the web build, which git does not contain, when their sources have changed. */
export async function ensureBuilt() {
  for (const step of [productImages, webApp]) {
    if (isFresh(step)) continue;
    await exclusively(async () => {
      if (!isFresh(step)) await build(step);
    });
  }
}

const isFresh = (step) => existsSync(step.stamp) && readFileSync(step.stamp, 'utf8') === digest(step);

async function build(step) {
  say(`${step.title} …`);
  const before = digest(step);
  rmSync(step.stamp, { force: true });
  const { command, args } = step.command();
  const { code, tail } = await runQuietly(command, args, { env: toolEnvironment(findNode(), { NODE_ENV: 'production' }) });
  if (code !== 0) throw new Trouble(`${step.title} failed with code ${code}. Its last lines:\n${tail}`);
  mkdirSync(dirname(step.stamp), { recursive: true });
  // The digest from before the build: after an edit during the build the next start builds again.
  writeFileSync(step.stamp, before);
}

const skippedFolders = new Set(['node_modules', 'build', '.react-router', 'e2e', 'test-results', 'playwright-report']);
/** Output of the steps inside the folders that they read. */
const generated = new Set([join('web', 'public', 'img', 'product'), join('web', 'app', 'styles', 'generated')]);

function digest(step) {
  const hash = createHash('sha256');
  for (const file of step.inputs.flatMap((input) => filesOf(inRoot(input)))) {
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  }
  return `${hash.update(step.also?.() ?? '').digest('hex')}\n`;
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      if (entry.isDirectory()) return skippedFolders.has(entry.name) || generated.has(relative(root, child)) ? [] : filesOf(child);
      return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [child] : [];
    });
}
