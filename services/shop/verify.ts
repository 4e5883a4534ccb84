import { verifyStore, verifyStream, type Verified } from '@nordhaut/platform/envelope';
import type { StreamName } from '@nordhaut/platform/event-store';
import { runTool, say } from './tool.ts';

/** `npm run verify [-- stream]`: checks the hash chain of one stream or of the whole store. */
const [stream] = process.argv.slice(2);

function tell(verified: Verified): boolean {
  if (verified.ok) {
    say(`${verified.events} events in ${verified.streams} streams: nothing was changed, nothing is missing.`);
    return true;
  }
  const { event, reason } = verified.fault;
  say(
    `Broken after ${verified.events} sound events: ${event.type} ${event.id}, revision ${event.revision} of ${event.stream}, position ${event.position}: ${reason}.`,
  );
  return false;
}

// Only Postgres gives positions without gaps.
await runTool(async ({ store, config }) =>
  tell(
    stream === undefined
      ? await verifyStore(store, { contiguous: config.EVENTSTORE_URL === undefined })
      : await verifyStream(store, stream as StreamName),
  ),
);
