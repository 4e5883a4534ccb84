import { ConfigError } from '@nordhaut/platform/config';
import type { Engine } from '@nordhaut/platform/engine';
import { sentenceOf } from '@nordhaut/platform/life-cycle';
import { createLogger } from '@nordhaut/platform/telemetry';
import { readShopConfig } from './config.ts';
import { openEngine } from './engine.ts';

/** What a tool uses of its process. Tests run tools in their own process, with another environment and other outputs. */
export type ToolProcess = {
  env: NodeJS.ProcessEnv;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  exitCode?: number | string | null | undefined;
};

/**
 * Runs a command line tool on the shop's stores, beside a running shop or without one. Its log goes to standard error, because its output
 * may be kept as a file.
 * @param work returns whether it succeeded; this becomes the exit code
 */
export async function runTool(work: (engine: Engine) => Promise<boolean>, self: ToolProcess = process): Promise<void> {
  try {
    const config = readShopConfig(self.env);
    const engine = await openEngine(config, createLogger({ level: 'warn', destination: self.stderr }));
    try {
      self.exitCode = (await work(engine)) ? 0 : 1;
    } catch (error) {
      throw withoutReadModel(error, engine) ?? error;
    } finally {
      await engine.close();
    }
  } catch (error) {
    tell(error, self);
  }
}

/** Postgres: there is no such table or view */
const UNDEFINED_TABLE = '42P01';

/** The sentence for a tool that asks for a read model which the projector has not created yet; undefined for any other error. */
function withoutReadModel(error: unknown, { projections }: Pick<Engine, 'projections'>): ConfigError | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNDEFINED_TABLE) return undefined;
  const missing = projections.find(({ name }) => error.message.includes(`"${name}"`));
  return (
    missing &&
    new ConfigError([
      `The read model ${missing.name} does not exist yet. Start the shop, or its role projector, and repeat the command when /readyz is green.`,
    ])
  );
}

/** A wrong argument: one line. The launcher of the script prints the usage after exit code 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Ends the tool with exit code 1 (2 after a wrong argument). Prints the message of an error for operators, otherwise the whole trace. */
export function tell(error: unknown, self: ToolProcess = process): void {
  self.stderr.write(`${sentenceOf(error)}\n`);
  self.exitCode = error instanceof WrongUsage ? 2 : 1;
}

export const say = (line: string, self: Pick<ToolProcess, 'stdout'> = process): void => void self.stdout.write(`${line}\n`);
