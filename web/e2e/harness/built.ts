import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** The folder of the built files. */
export const CLIENT = fileURLToPath(new URL('../../build/client', import.meta.url));

/** The folder of the support console, which is a build of its own. */
export const CONSOLE = fileURLToPath(new URL('../../build/console', import.meta.url));

/** The folder of the code that renders pages. */
export const SERVER = fileURLToPath(new URL('../../build/server', import.meta.url));

/** Every script of a build, by its path in it. */
export const scriptsOf = (build: string): string[] =>
  readdirSync(`${build}/assets`).flatMap((name) => (name.endsWith('.js') ? [`/assets/${name}`] : []));

type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, { module: string; imports: string[] } | undefined> };

/** The router's list of the files that each route needs, from the build. */
export function manifest(): Manifest {
  const name = readdirSync(`${CLIENT}/assets`).find((file) => /^manifest-.*\.js$/.test(file)) ?? '';
  const text = readFileSync(`${CLIENT}/assets/${name}`, 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
}

/** The address of the route's own file. */
export function routeFile(route: string): string {
  const module = manifest().routes[`routes/${route}`]?.module;
  if (!module) throw new Error(`the build has no route ${route}`);
  return module;
}

/** The address of the one script that has `text`: names of built files say nothing. */
export function fileWith(text: string): string {
  const found = readdirSync(`${CLIENT}/assets`).filter(
    (name) => name.endsWith('.js') && readFileSync(`${CLIENT}/assets/${name}`, 'utf8').includes(text),
  );
  if (found.length !== 1) throw new Error(`${found.length} built scripts have ${text}`);
  return `/assets/${found[0]}`;
}

/** Holds the app's scripts back, as a slow line does, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
