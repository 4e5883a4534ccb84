import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CannotRun } from './arguments.ts';
import { LoadResult, RESULT_VERSION } from './result-shape.ts';

/** Makes a folder for results before the work begins, because a run of hours must not fail when it writes them. @throws CannotRun */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new CannotRun(`The folder ${path} cannot be made: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`);
  }
}

/** Writes `result.json`: one line for each field, because the series are long lists of numbers. */
export function writeResult(file: string, result: LoadResult): void {
  const fields = Object.entries(result).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  writeFileSync(file, `{\n${fields.join(',\n')}\n}\n`);
}

/** Reads a result from its file or its folder. @throws CannotRun with one sentence */
export function readResult(path: string): LoadResult {
  if (!existsSync(path)) throw new CannotRun(`There is no file or folder ${path}.`);
  const file = statSync(path).isDirectory() ? join(path, 'result.json') : path;
  if (!existsSync(file)) throw new CannotRun(`The folder ${path} has no result.json.`);
  const content = parsed(file);
  const version = (content as { version?: unknown } | null)?.version;
  if (version !== RESULT_VERSION && typeof content === 'object' && content !== null && 'verdict' in content)
    throw new CannotRun(
      `${file} has ${version === undefined ? 'no version' : `version ${JSON.stringify(version)}`}, and this program reads version ${RESULT_VERSION}: run the load again, or compare with the release that wrote it.`,
    );
  const result = LoadResult.safeParse(content);
  if (!result.success)
    throw new CannotRun(`${file} is no result of a load test: ${z.prettifyError(result.error).split('\n').slice(0, 2).join(' ')}`);
  return result.data;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new CannotRun(`${file} is no JSON.`);
  }
}
