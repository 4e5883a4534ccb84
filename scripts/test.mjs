import { ensureDependencies } from './lib/dependencies.mjs';
import { launch, WrongUsage } from './lib/say.mjs';

const help = `npm test [-- options]    runs every suite, and fails at the end if one of them failed

  --only a,b      these suites only: typecheck, lint, vitest, kafka, e2e, e2e-eventstore,
                  e2e-cluster, load, drill
  -- arguments    handed on to the suite's own tool (with a single --only)
  --help          this text`;

await launch(run, { help });

async function run(args) {
  const { only, rest } = read(args);
  await ensureDependencies();
  const { suites } = await import('./lib/suites.mjs');
  const unknown = only?.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined)
    throw new WrongUsage(`There is no suite "${unknown}"; there are ${suites.map((suite) => suite.name).join(', ')}.`);

  const closing = [];
  const total = { passed: 0, failed: 0 };
  for (const suite of suites) {
    if (only && !only.includes(suite.name)) continue;
    process.stdout.write(`\n── ${suite.name}\n`);
    const startedAt = Date.now();
    const result = await suite.run(rest).catch((error) => ({ passed: 0, failed: 1, skipped: 0, trouble: error.message }));
    total.passed += result.passed;
    total.failed += result.failed;
    const line = closingLine(suite.name, result, Date.now() - startedAt);
    process.stdout.write(`${line}\n`);
    closing.push(line);
  }
  process.stdout.write(`\n${closing.join('\n')}\n${total.passed} passed, ${total.failed} failed\n`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function closingLine(name, { passed, failed, skipped, trouble }, ms) {
  const mark = failed === 0 ? '✓' : '✗';
  const seconds = (ms / 1000).toFixed(1);
  const rest = [skipped ? `, ${skipped} skipped` : '', ` (${seconds} s)`, trouble ? `: ${trouble}` : ''].join('');
  return `${mark} ${name}: ${passed} passed, ${failed} failed${rest}`;
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
