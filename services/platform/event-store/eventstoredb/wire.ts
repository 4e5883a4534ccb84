import type { AllStreamResolvedEvent, EventData } from '@eventstore/db-client';
import { parseCanonical } from '../../envelope/canonical.ts';
import { asPosition, type EventToAppend, type JsonObject, type RecordedEvent, type StreamName } from '../port.ts';

/** An event as it is read, with the mark of the append that wrote it. */
export type Read = { event: RecordedEvent; mark: string };

type Recorded = NonNullable<AllStreamResolvedEvent['event']>;

const encoder = new TextEncoder();

/** Members that only the stored metadata has. The two names with $ are EventStoreDB's own, for its projections and tools. */
const OWN = ['$causationId', '$correlationId', 'mark'];

/**
 * Canonical JSON is stored as JSON, so that the server's pages, its projections and other clients can read it. The client
 * parses JSON and writes it again, which changes any other text; such a text is stored as bytes. So every text comes back
 * unchanged, and the hashes of earlier releases, which cover a text that is not canonical, stay valid.
 *
 * `mark` identifies the append that wrote the event: the server answers a repeated append like a new one, and the mark
 * tells them apart. It stands in the stored metadata alone. Among bytes it is a first line that is no JSON, because the
 * client parses all metadata that it can.
 */
export function toWire({ id, type, data, metadata }: EventToAppend, mark: string): EventData {
  const event = { id: id.toLowerCase(), type };
  const [content, own] = [parseCanonical(data), parseCanonical(metadata)];
  if (content === undefined || own === undefined || OWN.some((name) => name in own)) {
    return {
      ...event,
      contentType: 'application/octet-stream',
      data: encoder.encode(data),
      metadata: encoder.encode(`#${mark}\n${metadata}`),
    };
  }
  const { causationId: $causationId, correlationId: $correlationId } = own;
  const stored = JSON.stringify({ $causationId, $correlationId, ...own, mark });
  return { ...event, contentType: 'application/json', data: content, metadata: encoder.encode(stored) };
}

/** Bytes, about as many as the server counts (before 24.10.4: the data only). */
export const sizeOf = ({ type, data, metadata }: EventToAppend): number =>
  Buffer.byteLength(type) + Buffer.byteLength(data) + Buffer.byteLength(metadata);

/** The highest valid commit position; for "none" the server sends the greatest unsigned number. */
const LARGEST = 2n ** 63n - 1n;

/** @throws Error if the server sends no position with stream reads (before 22.6) */
export function fromWire(recorded: Recorded, namespace: string): Read {
  const commit = recorded.position?.commit;
  if (commit === undefined || commit > LARGEST)
    throw new Error('The event store does not tell positions when a stream is read; version 22.6 or later is needed.');
  const [mark, metadata] = readMetadata(recorded.metadata);
  return {
    mark,
    event: {
      id: recorded.id,
      stream: recorded.streamId.slice(namespace.length) as StreamName,
      revision: Number(recorded.revision),
      position: asPosition(commit),
      type: recorded.type,
      data: textOf(recorded.data),
      metadata,
    },
  };
}

/** The client gives JSON that it could not parse as the text itself. */
function textOf(data: unknown): string {
  if (data instanceof Uint8Array) return decode(data);
  return typeof data === 'string' ? data : JSON.stringify(data);
}

function readMetadata(metadata: unknown): [mark: string, text: string] {
  if (metadata instanceof Uint8Array) {
    const text = decode(metadata);
    if (!text.startsWith('#')) return ['', text];
    const end = text.indexOf('\n');
    return [text.slice(1, end), text.slice(end + 1)];
  }
  const { mark, $causationId, $correlationId, ...own } = (metadata ?? {}) as JsonObject;
  // Written by another program:
  if (typeof mark !== 'string') return ['', JSON.stringify(metadata ?? {})];
  // A copy that somebody changed stays in the text, and the hash no longer fits.
  if ($causationId !== own['causationId']) own['$causationId'] = $causationId ?? null;
  if ($correlationId !== own['correlationId']) own['$correlationId'] = $correlationId ?? null;
  return [mark, JSON.stringify(own)];
}

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

/** The streams of the server itself and of other programs do not exist for the shop. */
export const isOurs = (stream: string, namespace: string): boolean => stream.startsWith(namespace) && !stream.startsWith('$');
