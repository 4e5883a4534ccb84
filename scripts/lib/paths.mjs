import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder. Every launcher works from here. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path inside the checkout. */
export const inRoot = (...parts) => join(root, ...parts);
