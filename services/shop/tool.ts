import type { Engine } from '@nordhaut/platform/engine';
import { createLogger } from '@nordhaut/platform/telemetry';
import { readShopConfig } from './config.ts';
import { openEngine } from './engine.ts';

/**
 * Runs a command line tool on the shop's stores, beside a running shop or without one. Its log goes to standard error, because its output
 * may be kept as a file.
 * @param work returns whether it succeeded; this becomes the exit code
 */
export async function runTool(work: (engine: Engine) => Promise<boolean>): Promise<void> {
  try {
    const config = readShopConfig();
    const engine = await openEngine(config, createLogger({ level: 'warn', destination: process.stderr }));
    try {
      process.exitCode = (await work(engine)) ? 0 : 1;
    } finally {
      await engine.close();
    }
  } catch (error) {
    tell(error);
  }
}

/** A wrong argument: one line. The launcher of the script prints the usage after exit code 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Errors whose message is a sentence for the operator. */
const FOR_OPERATORS = new Set([
  'ConfigError',
  'EmbeddedPostgresError',
  'CannotListen',
  'KafkaTrouble',
  'NotACopy',
  'BrokenHistory',
  'StoreUnavailable',
  'WrongUsage',
]);

/** Ends the tool with exit code 1 (2 after a wrong argument). Prints the message of an error for operators, otherwise the whole trace. */
export function tell(error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${FOR_OPERATORS.has(name) ? message : (stack ?? message)}\n`);
  process.exitCode = name === 'WrongUsage' ? 2 : 1;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
