import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventStore, type ReadAllOptions, type RecordedEvent, START } from './port.ts';

/** The events of a store in its order, up to its end. The next page is read while the caller works on one. */
export async function* pagesOf(
  store: Pick<EventStore, 'readAll'>,
  { after = START, limit = 1_000, ...more }: Partial<ReadAllOptions> = {},
): AsyncGenerator<RecordedEvent[]> {
  const read = () => store.readAll({ after, limit, ...more });
  for (let next = read(); ; ) {
    const page = await next;
    if (page.upTo === after) return;
    after = page.upTo;
    next = read();
    // A caller that stops here does not wait for it.
    next.catch(() => undefined);
    // The pool sends the request in the next turn of the event loop, and the caller may work through its page in this one.
    await nextTurn();
    yield page.events;
  }
}
