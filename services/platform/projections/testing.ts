import { areEqual, type Differences } from './compare.ts';
import type { Projector } from './projector.ts';

/** Proves that the live table is the fold of its events: folds all events again and compares. @throws Error that names the differing rows */
export async function rebuildEqualsLive(projector: Pick<Projector, 'rebuild'>, name: string): Promise<Differences> {
  const { differences } = await projector.rebuild(name, { dryRun: true });
  if (!differences) throw new Error(`the live table of ${name} is of another version`);
  if (!areEqual(differences)) throw new Error(`the live table of ${name} is not the fold of its events: ${JSON.stringify(differences)}`);
  return differences;
}
