import type { EventData, JSONType } from '@eventstore/db-client';
import { parseCanonical } from '../../envelope/canonical.ts';
import { asPosition, type EventToAppend, type JsonObject, type RecordedEvent, type StreamName } from '../port.ts';
import type { Recorded } from './answers.ts';

/** An event as it is read, with the mark of the append that wrote it. */
export type Read = { event: RecordedEvent; mark: string };

/** An event in the form in which the server stores it. */
export type Stored = {
  id: string;
  type: string;
  contentType: 'application/json' | 'application/octet-stream';
  data: string;
  metadata: string;
};

/** Members that only the stored metadata has. The two names with $ are EventStoreDB's own, for its projections and tools. */
const OWN = ['$causationId', '$correlationId', 'mark'];

/**
 * Canonical JSON is stored as JSON, so that the server's pages, its projections and other clients can read it. Other
 * clients parse JSON and write it again, which changes any other text; such a text is stored as bytes. The text itself is
 * stored and read unchanged either way, and so the hashes of earlier releases, which cover the text, stay valid.
 *
 * `mark` identifies the append that wrote the event: the server answers a repeated append like a new one, and the mark
 * tells them apart. It stands in the stored metadata alone. Among bytes it is a first line that is no JSON.
 */
export function toStored({ id, type, data, metadata }: EventToAppend, mark: string): Stored {
  const event = { id: id.toLowerCase(), type };
  const own = parseCanonical(data) && parseCanonical(metadata);
  if (own === undefined || OWN.some((name) => name in own)) {
    return { ...event, contentType: 'application/octet-stream', data, metadata: `#${mark}\n${metadata}` };
  }
  const { causationId: $causationId, correlationId: $correlationId } = own;
  const copies = JSON.stringify({ $causationId, $correlationId }).slice(1, -1);
  const members = [copies, metadata.slice(1, -1), `"mark":"${mark}"`].filter((part) => part !== '').join(',');
  return { ...event, contentType: 'application/json', data, metadata: `{${members}}` };
}

/** The form in which the client's own call takes an event: it writes JSON from the value, and here gives the same text. */
export function toEventData({ id, type, contentType, data, metadata }: Stored): EventData {
  const about = new Uint8Array(Buffer.from(metadata));
  if (contentType === 'application/json') return { id, type, contentType, data: JSON.parse(data) as JSONType, metadata: about };
  return { id, type, contentType, data: new Uint8Array(Buffer.from(data)), metadata: about };
}

/** Bytes, about as many as the server counts (before 24.10.4: the data only). */
export const sizeOf = ({ type, data, metadata }: EventToAppend): number =>
  Buffer.byteLength(type) + Buffer.byteLength(data) + Buffer.byteLength(metadata);

/** The highest valid commit position; for "none" the server sends the greatest unsigned number. */
const LARGEST = 2n ** 63n - 1n;

/** @throws Error if the server sends no position with stream reads (before 22.6) */
export function fromRecorded({ id, stream, revision, commit, type, data, metadata: stored }: Recorded, namespace: string): Read {
  if (commit > LARGEST) throw new Error('The event store does not tell positions when a stream is read; version 22.6 or later is needed.');
  const [mark, metadata] = readMetadata(stored);
  const name = stream.slice(namespace.length) as StreamName;
  return { mark, event: { id, stream: name, revision, position: asPosition(commit), type, data, metadata } };
}

/**
 * What `toStored` makes of the codec's metadata: both copies equal their originals, so cutting the three members off leaves
 * the text as it was appended. Parsing every event's metadata here costs as much as decoding it does.
 */
const OURS =
  /^\{"\$causationId":("[^"\\]*"),"\$correlationId":("[^"\\]*"),("actor":\{"id":"[^"\\]*","kind":"[^"\\]*"\},"causationId":\1,"commandId":"[^"\\]*","correlationId":\2,.*),"mark":"([^"\\]*)"\}$/s;

function readMetadata(text: string): [mark: string, text: string] {
  const ours = OURS.exec(text);
  if (ours) return [ours[4] as string, `{${ours[3]}}`];
  if (text.startsWith('#')) {
    const end = text.indexOf('\n');
    return [text.slice(1, end), text.slice(end + 1)];
  }
  return (text.startsWith('{') ? parsedMetadata(text) : undefined) ?? ['', text];
}

/** undefined: written by another program */
function parsedMetadata(text: string): [mark: string, text: string] | undefined {
  let stored: JsonObject | undefined;
  try {
    stored = JSON.parse(text) as JsonObject | undefined;
  } catch {
    return undefined;
  }
  const { mark, $causationId, $correlationId, ...own } = stored ?? {};
  if (typeof mark !== 'string') return undefined;
  // A copy that somebody changed stays in the text, and the hash no longer fits.
  if ($causationId !== own['causationId']) own['$causationId'] = $causationId ?? null;
  if ($correlationId !== own['correlationId']) own['$correlationId'] = $correlationId ?? null;
  return [mark, JSON.stringify(own)];
}

/** The streams of the server itself and of other programs do not exist for the shop. */
export const isOurs = (stream: string, namespace: string): boolean => stream.startsWith(namespace) && !stream.startsWith('$');
