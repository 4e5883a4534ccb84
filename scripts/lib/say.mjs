/** One line of progress, on stderr so that a command's own output stays clean. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Something the person at the keyboard can understand and act on; printed without a stack. */
export class Trouble extends Error {}

/** Runs a launcher; what goes wrong ends as one sentence and exit code 1. */
export async function launch(main) {
  try {
    const code = await main();
    process.exitCode = code ?? 0;
  } catch (error) {
    say(error instanceof Trouble ? error.message : (error?.stack ?? String(error)));
    process.exitCode = 1;
  }
}
