/**
 * Preloaded into a shop's process (`node --import`): its event store has no appends that belong together, as on a store
 * that cannot do that, and the process kills itself right after it appended an event of the type `KILL_AFTER_EVENT`.
 */
import { createPostgresEventStore, type EventStore } from '@nordhaut/platform/event-store';

const killAfter = process.env['KILL_AFTER_EVENT'];
const store = createPostgresEventStore({ url: process.env['DATABASE_URL'] ?? '' });
const prototype = Object.getPrototypeOf(store) as { append: EventStore['append']; appendTogether: undefined };
await store.close();

const { append } = prototype;
prototype.appendTogether = undefined;
prototype.append = async function appendAndDie(this: EventStore, ...given) {
  const appended = await append.apply(this, given);
  if (given[2].some(({ type }) => type === killAfter)) process.kill(process.pid, 'SIGKILL');
  return appended;
};
