import { type Append, NO_STREAM, PartialDuplicate, type RecordedEvent, WrongExpectedRevision } from './port.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const STREAM = /^[^-]+-./;

/**
 * Finds programming errors before the append joins a batch, because the server would refuse the whole batch. Text must be
 * well-formed and without NUL, or the stored text would differ from the hashed one.
 * @throws RangeError
 */
export function checkAppend({ stream, expectedRevision, events }: Append): void {
  if (!STREAM.test(stream) || !isStorable(stream)) throw new RangeError(`not a stream name: ${stream}`);
  if (!Number.isInteger(expectedRevision) || expectedRevision < NO_STREAM)
    throw new RangeError(`${stream}: not an expected revision: ${expectedRevision}`);
  if (events.length === 0) throw new RangeError(`${stream}: nothing to append`);
  for (const { id, type, data, metadata } of events) {
    if (!UUID.test(id)) throw new RangeError(`${stream}: not an event id: ${id}`);
    if (!isStorable(type) || !isStorable(data) || !isStorable(metadata))
      throw new RangeError(`${stream}: event ${id} is not well-formed text`);
  }
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Accepts a stale append whose events are already at the revisions that it expects: it is a repeat.
 * @param there the stream's events after the expected revision, at most as many as the append has
 * @throws WrongExpectedRevision, PartialDuplicate
 */
export function checkRepeat({ stream, expectedRevision, events }: Append, actual: number, there: readonly RecordedEvent[]): void {
  const ids = events.map(({ id }) => id.toLowerCase());
  if (there.length === ids.length && there.every(({ id }, index) => id === ids[index])) return;
  if (there.some(({ id }) => ids.includes(id))) throw new PartialDuplicate(stream);
  throw new WrongExpectedRevision(stream, expectedRevision, actual);
}
