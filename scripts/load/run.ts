import { CannotRun, help, readArguments, type LoadOptions } from './arguments.ts';
import { compareCommand } from './compare-command.ts';
import { runLoad } from './run-load.ts';

/** Exit code of `--help`, and of a run or a comparison that was not possible. */
const CODES = { help: 0, couldNotRun: 2 } as const;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

try {
  process.exitCode = await main(process.argv.slice(2).filter((arg) => arg !== '--'));
} catch (error) {
  process.stderr.write(`${error instanceof CannotRun ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = CODES.couldNotRun;
}

function main(args: readonly string[]): Promise<number> {
  if (args[0] === 'compare') return compareCommand(args.slice(1));
  let options: LoadOptions | undefined;
  try {
    options = readArguments(args);
  } catch (error) {
    if (error instanceof CannotRun) throw new CannotRun(`${error.message}\n\n${help}`);
    throw error;
  }
  if (options) return runLoad(options, stopping.signal);
  process.stdout.write(`${help}\n`);
  return Promise.resolve(CODES.help);
}
