import { createLogger } from '@nordhaut/platform/telemetry';
import { readShopConfig } from './config.ts';
import { openEngine, type Engine } from './engine.ts';

/**
 * Runs a tool of the command line on the shop's stores, beside a running shop or without one. `work` tells with its
 * answer whether all was well, which becomes the exit code.
 */
export async function runTool(work: (engine: Engine) => Promise<boolean>): Promise<void> {
  try {
    const config = readShopConfig();
    const engine = await openEngine(config, createLogger({ level: 'warn' }));
    try {
      process.exitCode = (await work(engine)) ? 0 : 1;
    } finally {
      await engine.close();
    }
  } catch (error) {
    tell(error);
  }
}

/** Errors whose message is a sentence for the person at the keyboard. */
const FOR_PEOPLE = new Set(['ConfigError', 'EmbeddedPostgresError', 'NotACopy', 'BrokenHistory', 'StoreUnavailable']);

/** Ends the tool with exit code 1: the sentence alone where the error has one, else the whole trace. */
export function tell(error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${FOR_PEOPLE.has(name) ? message : (stack ?? message)}\n`);
  process.exitCode = 1;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
