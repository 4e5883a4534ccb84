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
/** A cell that begins like a formula would be computed by a spreadsheet. */
const cell = (value: string): string => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** For a spreadsheet: what is open of each event, without its data. */
export const asTable = (events: readonly RecordedEvent[]): string =>
  [
    COLUMNS.join(','),
    ...events.map(({ revision, type, metadata }) => {
      const { recordedAt, actor, causationId, correlationId, hash } = JSON.parse(metadata) as EventMetadata;
      return [String(revision), recordedAt, type, actor.kind, actor.id, causationId, correlationId, hash].map(cell).join(',');
    }),
  ].join('\r\n');
