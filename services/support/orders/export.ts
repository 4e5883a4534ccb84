import { csvRow } from '@nordhaut/platform/csv';
import type { EventMetadata, RecordedEvent } from '@nordhaut/platform/event-store';

/** The events as they are stored: their texts and hashes fit, and personal data is sealed. One JSON object per line. */
export const asLines = (events: readonly RecordedEvent[]): string =>
  events
    .map(
      ({ id, stream, revision, position, type, data, metadata }) =>
        `${JSON.stringify({ id, stream, revision, position: String(position), type, data, metadata })}\n`,
    )
    .join('');

const COLUMNS = ['revision', 'recordedAt', 'type', 'actorKind', 'actorId', 'causationId', 'correlationId', 'hash'] as const;
/** For a spreadsheet: what is open of each event, without its data. */
export const asTable = (events: readonly RecordedEvent[]): string =>
  [
    COLUMNS.join(','),
    ...events.map(({ revision, type, metadata }) => {
      const { recordedAt, actor, causationId, correlationId, hash } = JSON.parse(metadata) as EventMetadata;
      return csvRow([String(revision), recordedAt, type, actor.kind, actor.id, causationId, correlationId, hash]);
    }),
  ].join('\r\n');
