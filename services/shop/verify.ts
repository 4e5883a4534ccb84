import { verifyStore, verifyStream, type Verified } from '@nordhaut/platform/envelope';
import { checkForgetting } from '@nordhaut/platform/forgetting';
import type { StreamName } from '@nordhaut/platform/event-store';
import { modules } from './modules.ts';
import { runTool, say } from './tool.ts';

/** A stream of one of these is the shop's, and broken if its hash is missing. */
const CATEGORIES = modules.flatMap(({ streams }) => streams ?? []);

/** `npm run verify [-- stream]`: verifies the hash chain of one stream or of the whole store. */
const [stream] = process.argv.slice(2);

function report(verified: Verified): boolean {
  const { events, foreign } = verified;
  if (verified.ok) {
    say(`${events} events in ${verified.streams} streams: nothing was changed, nothing is missing.`);
    if (foreign > 0) say(`${foreign} events on this server belong to other programs and were not verified.`);
    return true;
  }
  const { event, reason } = verified.fault;
  say(
    `Broken after ${events} valid events: ${event.type} ${event.id}, revision ${event.revision} of ${event.stream}, position ${event.position}: ${reason}.`,
  );
  return false;
}

// Only Postgres has positions without gaps.
await runTool(async ({ store, config, pool, forgottenFolder }) => {
  if (stream !== undefined) return report(await verifyStream(store, stream as StreamName));
  const isWhole = report(await verifyStore(store, { contiguous: config.EVENTSTORE_URL === undefined, categories: CATEGORIES }));
  const { faults, uncovered } = await checkForgetting({ store, pool, folder: forgottenFolder });
  for (const line of [...faults, ...uncovered]) say(line);
  return isWhole && faults.length === 0;
});
