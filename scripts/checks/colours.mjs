// Part of lint: literal colours are allowed only in tokens.css and theme.css of web/app/styles, so that contrast is checked in one place.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot, root } from '../lib/paths.mjs';

const literal = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?!-)|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb|color)\(/i;
// Fragments (`href="#face"`) and private fields look like colours and are allowed; css and styles have neither.
const harmless = /(?:href|to|id|url)\s*[=(:]\s*\{?["'`(]?#|\bthis\.#|^\s*#\w+\s*[(=;:]|&#/;
const allowed = new Set(['styles/tokens.css', 'styles/theme.css']);

const app = inRoot('web', 'app');
const problems = [app, inRoot('web', 'console')]
  .flatMap(filesOf)
  .filter((file) => /\.(?:css|tsx?|svg)$/.test(file) && !/\.test\.tsx?$/.test(file) && !allowed.has(relative(app, file)))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        literal.test(line) && !harmless.test(line) && !line.includes('colour-literal-ok')
          ? [`${relative(root, file)}:${at + 1}: ${line.trim()}`]
          : [],
      ),
  );
for (const problem of problems) process.stderr.write(`a literal colour outside tokens.css and theme.css: ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : [path];
  });
}
