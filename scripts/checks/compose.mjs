// Part of lint: the compose files, without an engine. Their shape, what they wait for and mount, and that they fit the
// shop: every setting is one it knows, every setting it needs is given or demanded, every role and job is there.
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
    // What is not of its shape cannot be asked further.
    if (shape.length > 0) return shape.map((problem) => `${file}: ${problem}`);
    return [
      ...dependencyProblems(model),
      ...mountProblems(model, (path) => existsSync(inRoot(path))),
      ...imageProblems(model),
      // Tempo's image holds nothing that could ask it.
      ...serviceProblems(model, { withoutHealthCheck: ['tempo'] }),
    ].map((problem) => `${file}: ${problem}`);
  } catch (error) {
    return [`${file}: ${error.message}`];
  }
}

/** Every variable of the files is explained in the example, and the example names no other. */
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
