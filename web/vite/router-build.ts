import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../production/', import.meta.resolve('react-router')));

/** The router's package leads to its development build in every mode. The production build says nothing of how it is used. */
export const routerBuild = [
  { find: /^react-router$/, replacement: `${FOLDER}index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${FOLDER}dom-export.mjs` },
];
