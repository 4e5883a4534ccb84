import { completeForgettings } from './finish.ts';
import type { ForgettingAnswer, ForgettingEngine, ForgettingRequest, Left, Person } from './forgets.ts';

/**
 * A request of the person, as the command line and the console send it. Its effects are complete afterwards, also those of an
 * earlier run that recorded its event and died.
 * @returns undefined: no capability has the person
 */
export async function askToForget(
  engine: ForgettingEngine,
  person: Person,
  request: ForgettingRequest,
): Promise<ForgettingAnswer | undefined> {
  for (const { forget } of engine.forgets) {
    const answer = await forget?.(engine, person, request);
    if (!answer) continue;
    if (!request.dryRun && 'stream' in answer) await completeForgettings(engine, answer.stream);
    return answer;
  }
  return undefined;
}

/** What an erasure of this person leaves, whether it was asked for or not. */
export async function leftOf(engine: ForgettingEngine, { order }: Person): Promise<Left[]> {
  if (order === undefined) return [];
  const left: Left[] = [];
  for (const { leaves } of engine.forgets) left.push(...((await leaves?.(engine, order)) ?? []));
  return left;
}
