import { completeForgettings } from './finish.ts';
import type { ForgettingAnswer, ForgettingEngine, ForgettingRequest, Person } from './forgets.ts';

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
