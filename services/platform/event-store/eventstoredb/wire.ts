import type { AllStreamResolvedEvent, BinaryEventData } from '@eventstore/db-client';
import { asPosition, type EventToAppend, type RecordedEvent, type StreamName } from '../port.ts';

/** An event as it is read, with the mark of the append that wrote it. */
export type Read = { event: RecordedEvent; mark: string };

type Recorded = NonNullable<AllStreamResolvedEvent['event']>;

const encoder = new TextEncoder();

/**
 * The hash covers the very text, so it goes as bytes: the client would parse JSON content and write it anew, and
 * integer-like keys and numbers would not come back as they were. Metadata that parses as JSON is parsed too,
 * whatever the content type; a first line that is no JSON keeps its text whole. That line is the mark of the append,
 * by which a repeated one tells whether it was written now or before: the server answers both alike.
 */
export const toWire = ({ id, type, data, metadata }: EventToAppend, mark: string): BinaryEventData => ({
  id: id.toLowerCase(),
  contentType: 'application/octet-stream',
  type,
  data: encoder.encode(data),
  metadata: encoder.encode(`#${mark}\n${metadata}`),
});

/** Bytes, as the server counts them (before 24.10.4: the data only). */
export const sizeOf = ({ type, data, metadata }: BinaryEventData): number =>
  Buffer.byteLength(type) + data.length + ((metadata as Uint8Array | undefined)?.length ?? 0);

/** Highest commit position that is one; the server says "none" with the greatest unsigned number. */
const LARGEST = 2n ** 63n - 1n;

/** @throws Error where the server gives stream reads no position (before 22.6) */
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
      data: recorded.data instanceof Uint8Array ? decode(recorded.data) : JSON.stringify(recorded.data),
      metadata,
    },
  };
}

function readMetadata(metadata: unknown): [mark: string, text: string] {
  // Written by something else than this adapter:
  if (!(metadata instanceof Uint8Array)) return ['', JSON.stringify(metadata ?? {})];
  const text = decode(metadata);
  if (!text.startsWith('#')) return ['', text];
  const end = text.indexOf('\n');
  return [text.slice(1, end), text.slice(end + 1)];
}

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

/** Everybody else's streams, the server's own among them, are not there for the shop. */
export const isOurs = (stream: string, namespace: string): boolean => stream.startsWith(namespace) && !stream.startsWith('$');
