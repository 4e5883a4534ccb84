import { ConfigError } from '@nordhaut/platform/config';
import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import type { Logger } from '@nordhaut/platform/telemetry';
import type { ShopConfig } from './config.ts';
import { openEngine } from './engine.ts';
import { modules, openFaces, type Faces } from './modules.ts';

const jobsIn = (parts: readonly Module<Faces>[]) => parts.flatMap((module) => module.jobs ?? []);

export const JOBS: readonly string[] = jobsIn(modules).map(({ name }) => name);

/**
 * Runs a job of these modules.
 * @returns a sentence for the operator
 * @throws ConfigError if there is no such job
 */
export async function runJob(name: string, config: ShopConfig, logger: Logger, parts: readonly Module<Faces>[] = modules): Promise<string> {
  const job = jobsIn(parts).find((one) => one.name === name);
  if (!job) throw new ConfigError([`There is no job "${name}"; there are ${JOBS.join(' and ')}.`]);
  await using opened = new AsyncDisposableStack();
  const open = async (): Promise<{ engine: Engine; faces: Faces }> => {
    const engine = opened.adopt(await openEngine(config, logger, parts), (one) => one.close());
    const faces = opened.adopt(await openFaces(engine), (one) => one.close());
    return { engine, faces };
  };
  return await job.run({ config, logger, open });
}
