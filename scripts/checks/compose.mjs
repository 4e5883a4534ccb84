// Part of lint: checks the compose files without a container engine: their shape, dependencies and mounts, and their match
// with the shop: only known settings, all required settings, and all roles and jobs.
import { existsSync, readFileSync } from 'node:fs';
import { demandedBy, readModel, variablesOf } from '../lib/compose-model.mjs';
import { dependencyProblems, imageProblems, mountProblems, serviceProblems, shapeProblems } from '../lib/compose-rules.mjs';
import { inRoot } from '../lib/paths.mjs';
import { shopProblems, versionProblems } from '../lib/compose-shop.mjs';

const read = (file) => readFileSync(inRoot(file), 'utf8');
const development = [read('docker-compose.yml')];
const production = [...development, read('docker-compose.production.yml')];

const problems = [
  ...about('docker-compose.yml', development, {}),
  ...about('docker-compose.production.yml', production, Object.fromEntries([...demandedBy(production)].map((name) => [name, 'set']))),
  ...shopProblems({ development, production }),
  ...versionProblems(read, readModel(development)),
  ...exampleProblems(),
];
for (const problem of new Set(problems)) process.stderr.write(`compose: ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function about(file, texts, env) {
  try {
    const model = readModel(texts, env);
    const shape = shapeProblems(model);
    // The other checks need a valid shape.
    if (shape.length > 0) return shape.map((problem) => `${file}: ${problem}`);
    return [
      ...dependencyProblems(model),
      ...mountProblems(model, (path) => existsSync(inRoot(path))),
      ...imageProblems(model),
      // Tempo's image has no program for a health check.
      ...serviceProblems(model, { withoutHealthCheck: ['tempo'] }),
    ].map((problem) => `${file}: ${problem}`);
  } catch (error) {
    return [`${file}: ${error.message}`];
  }
}

/** The example must explain each variable of the files, and no other. */
function exampleProblems() {
  const named = new Set([...read('.env.example').matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));
  const used = new Set([...production, ...development].flatMap((text) => [...variablesOf(text)]));
  return [
    ...[...used].filter((name) => !named.has(name)).map((name) => `.env.example does not mention ${name}`),
    ...[...named]
      .filter((name) => !used.has(name) && name !== 'COMPOSE_PROFILES')
      .map((name) => `.env.example mentions ${name}, which no compose file reads`),
  ];
}
