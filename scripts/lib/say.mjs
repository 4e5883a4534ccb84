import { parseArgs } from 'node:util';

/** Prints one line of progress to stderr, because stdout is for the command's output. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** An error that the user can understand and solve; it is printed without a stack. */
export class Trouble extends Error {}

/** A wrong argument. The message is one line; the script's usage follows it. */
export class WrongUsage extends Error {}

const CODES = { failed: 1, wrongUsage: 2 };

/**
 * Runs a launcher: `--help` prints the usage, a wrong argument ends with one line, the usage and exit code 2, any other
 * error with one sentence and exit code 1. A script that ends with 2 by itself has printed its line already.
 *
 * @param main gets the arguments as given, and their values where `options` are named
 * @param usage `help`: the text of `--help`; `options`: as of `parseArgs`, with the `choices` that a value has;
 *   `positionals`: how many. Without `options` the script reads its arguments itself.
 */
export async function launch(main, { help, options, positionals = 0 } = {}) {
  const args = process.argv.slice(2);
  try {
    if (help !== undefined && args.some((arg) => arg === '--help' || arg === '-h')) {
      process.stdout.write(`${help}\n`);
      return;
    }
    const code = await main(args, options && valuesOf(args, options, positionals));
    process.exitCode = code ?? 0;
    if (help !== undefined && code === CODES.wrongUsage) say(`\n${help}`);
  } catch (error) {
    if (error instanceof WrongUsage) {
      say(help === undefined ? error.message : `${error.message}\n\n${help}`);
      process.exitCode = CODES.wrongUsage;
      return;
    }
    say(error instanceof Trouble ? error.message : (error?.stack ?? String(error)));
    process.exitCode = CODES.failed;
  }
}

function valuesOf(args, options, most) {
  const { values, positionals } = parsed(args, options);
  if (positionals.length > most) throw new WrongUsage(`"${positionals[most]}" is an unexpected argument.`);
  for (const [name, { choices, integer }] of Object.entries(options)) {
    for (const value of [values[name] ?? []].flat()) {
      if (choices && !choices.includes(value)) throw new WrongUsage(`--${name} is one of ${choices.join(', ')}, not "${value}".`);
      if (integer && !/^[1-9]\d*$/.test(value)) throw new WrongUsage(`--${name} is a whole number above 0, not "${value}".`);
    }
  }
  return values;
}

function parsed(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // The first sentence: what follows explains how an argument is quoted.
    throw new WrongUsage(`${error.message.split(/\.?\s*\n|\. /, 1)[0].replace(/\.$/, '')}.`);
  }
}
