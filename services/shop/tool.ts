import { createLogger } from '@nordhaut/platform/telemetry';
import { readShopConfig } from './config.ts';
import { openEngine, type Engine } from './engine.ts';

/**
 * Runs a tool of the command line on the shop's stores, beside a running shop or without one. `work` tells with its
 * answer whether all was well, which becomes the exit code.
 */
export async function runTool(work: (engine: Engine) => Promise<boolean>): Promise<void> {
  const config = readShopConfig();
  const engine = await openEngine(config, createLogger({ level: 'warn' }));
  try {
    process.exitCode = (await work(engine)) ? 0 : 1;
  } finally {
    await engine.close();
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
