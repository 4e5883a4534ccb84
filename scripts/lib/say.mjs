/** Prints one line of progress to stderr, because stdout is for the command's output. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** An error that the user can understand and solve; it is printed without a stack. */
export class Trouble extends Error {}

/** Runs a launcher. An error becomes one sentence and exit code 1. */
export async function launch(main) {
  try {
    const code = await main();
    process.exitCode = code ?? 0;
  } catch (error) {
    say(error instanceof Trouble ? error.message : (error?.stack ?? String(error)));
    process.exitCode = 1;
  }
}
