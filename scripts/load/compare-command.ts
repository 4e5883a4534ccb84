import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { CannotRun } from './arguments.ts';
import { compare, gotWorse } from './compare.ts';
import { comparisonPage } from './compare-page.ts';
import { comparisonText } from './compare-words.ts';
import { makeFolder, readResult } from './result-file.ts';

const CODES = { notWorse: 0, worse: 1 } as const;
const MARGIN = 5;

const help = `npm run load -- compare A B [options]    says what got worse from result A to result B

A and B are folders of results (.data/load/…) or their result.json.

  --html FILE     also writes the comparison as a page
  --margin P      differences up to P % of the value before do not matter (${MARGIN})
  --help          this text

Exit codes: 0 nothing got worse, 1 something did, 2 the results could not be compared. More: infra/load/README.md`;

/** `npm run load -- compare`. @throws CannotRun for wrong usage, and for a file that cannot be compared */
export function compareCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parsed(args);
  if (values.help === true) {
    process.stdout.write(`${help}\n`);
    return Promise.resolve(CODES.notWorse);
  }
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw new CannotRun(`Two results are compared, not ${positionals.length}.\n\n${help}`);
  const margin = Number(values.margin ?? MARGIN);
  if (!(margin >= 0)) throw new CannotRun(`--margin must be a number from 0 on, in percent.\n\n${help}`);
  if (values.html !== undefined) makeFolder(dirname(values.html));
  const comparison = compare(readResult(before), readResult(after), margin / 100);
  process.stdout.write(`${comparisonText(comparison)}\n`);
  if (values.html !== undefined) writeFileSync(values.html, comparisonPage(comparison));
  return Promise.resolve(gotWorse(comparison) ? CODES.worse : CODES.notWorse);
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { html: text, margin: text, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new CannotRun(`${(error as Error).message.split(/\. |\n/)[0]}.\n\n${help}`);
  }
}
