import { ensureDependencies } from './lib/dependencies.mjs';
import { launch, WrongUsage } from './lib/say.mjs';

const help = `npm test [-- options]    runs every suite, and fails at the end if one of them failed

  --only a,b      these suites only: typecheck, lint, e2e-eventstore, e2e-cluster, kafka,
                  vitest, e2e, load, drill
  -- arguments    handed on to the suite's own tool (with a single --only)
  --help          this text`;

await launch(run, { help });

async function run(args) {
  const { only, rest } = read(args);
  await ensureDependencies();
  const { sideBySide, suites } = await import('./lib/suites.mjs');
  const { closing, failure, suiteLine } = await import('./lib/outcome.mjs');
  const unknown = only?.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined)
    throw new WrongUsage(`There is no suite "${unknown}"; there are ${suites.map((suite) => suite.name).join(', ')}.`);

  const chosen = suites.filter(({ name }) => !only || only.includes(name));
  const runOne = async ({ name, budget, run }, options) => {
    process.stdout.write(`\n── ${name}\n`);
    const startedAt = Date.now();
    const result = await run(rest, options).catch((error) => failure(error.message));
    const done = { ...result, name, budget, ms: Date.now() - startedAt };
    process.stdout.write(`${suiteLine(done)}\n`);
    return done;
  };
  const done = [];
  for (const { beside, suite } of sideBySide(chosen)) {
    const inTurn = async () => {
      const results = [];
      for (const one of beside) results.push(await runOne(one, { quietly: true }));
      return results;
    };
    const [others, own] = await Promise.all([inTurn(), runOne(suite)]);
    done.push(...others, own);
  }
  process.stdout.write(`\n${closing(done)}\n`);
  return done.some(({ failed }) => failed > 0) || done.every(({ passed }) => passed === 0) ? 1 : 0;
}

function read(args) {
  const options = { only: undefined, rest: [] };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at];
    if (arg === '--only') {
      at += 1;
      options.only = (args[at] ?? '').split(',');
    } else if (arg.startsWith('--only=')) options.only = arg.slice('--only='.length).split(',');
    else if (arg !== '--') options.rest.push(arg);
  }
  if (options.rest.length > 0 && options.only?.length !== 1)
    throw new WrongUsage(`"${options.rest[0]}" needs --only with the one suite it is for.`);
  return options;
}
