import type { RecordedEvent, StreamName } from '@nordhaut/platform/event-store';

/** Whether a stream is the shop's. The category ends at the first dash. @param categories default: all */
export const isOfCategories = (stream: StreamName, categories: readonly string[] | undefined): boolean =>
  categories === undefined || categories.includes(stream.slice(0, stream.indexOf('-')));

/** Names an event for an auditor. */
export const nameOf = ({
  type,
  id,
  stream,
  revision,
  position,
}: Pick<RecordedEvent, 'type' | 'id' | 'stream' | 'revision' | 'position'>): string =>
  `${type} ${id}, revision ${revision} of ${stream}, position ${position}`;

export const count = (value: number, one: string): string => `${value.toLocaleString('en')} ${one}${value === 1 ? '' : 's'}`;

/** The first of many sentences, and how many there are. */
export function firstOf(sentences: readonly string[], most = 10): string[] {
  return sentences.length <= most
    ? [...sentences]
    : [...sentences.slice(0, most), `… and ${count(sentences.length - most, 'more event')}.`];
}
