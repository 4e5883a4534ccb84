import { asPosition, type EventMetadata, type RecordedEvent, type StreamName } from '../../event-store/port.ts';
import { readTraceparent } from '../../telemetry/trace.ts';
import type { KafkaMessage, Message } from './client.ts';

/** An event, or why the message is none; `stream` where at least that is readable. */
export type Parsed = { ok: true; event: RecordedEvent } | { ok: false; reason: string; stream?: StreamName };

type Received = Pick<KafkaMessage, 'key' | 'value' | 'headers'>;

const SPEC_VERSION = '1.0';
const SOURCE = '/nordhaut/event-store';
const STREAM = /^[^-\s]+-\S+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NUMBER = /^(0|[1-9]\d{0,18})$/;

/** The id behind the stream's first dash: an order's number. All events of an order go to one partition, in their order. */
const keyOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** The `ce_source` of a shop's events. */
export const sourceOf = (origin: string): string => `${SOURCE}/${origin}`;

/**
 * An event as a CloudEvents message in binary mode. The value is the data as stored, with sealed personal data. The message
 * contains the complete metadata, so a consumer has what a reader of the store has. A poison event becomes a message too:
 * the consumers block its stream, and the relay continues.
 */
export function toMessage(event: RecordedEvent, source: string): Message & { value: string } {
  const metadata = parsed(event.metadata) as Partial<EventMetadata> | null | undefined;
  const traceparent = readTraceparent(metadata?.traceparent);
  return {
    key: keyOf(event.stream),
    value: event.data,
    headers: {
      'content-type': 'application/json',
      ce_specversion: SPEC_VERSION,
      ce_id: event.id,
      ce_source: source,
      ce_type: event.type,
      ce_subject: event.stream,
      ce_time: String(metadata?.recordedAt ?? ''),
      ce_orderrevision: String(event.revision),
      ce_position: String(event.position),
      ce_metadata: event.metadata,
      ...(traceparent === undefined ? {} : { traceparent }),
    },
  };
}

/** Whether the message names another shop as its source. */
export function isForeign({ headers }: Received, source: string): boolean {
  const said = textOf(headers?.['ce_source']);
  return said !== undefined && said !== source;
}

/** The event of the message, exactly as the store has it. A reason does not quote the content. */
export function parseMessage(message: Received): Parsed {
  const { key, value, headers = {} } = message;
  const header = (name: string): string => textOf(headers[name]) ?? '';
  const subject = header('ce_subject');
  const stream = STREAM.test(subject) ? (subject as StreamName) : undefined;
  const not = (reason: string): Parsed => ({ ok: false, reason, ...(stream ? { stream } : {}) });

  if (!stream) return not('ce_subject is no stream');
  if (header('ce_source') === '') return not('ce_source is missing');
  if (header('ce_specversion') !== SPEC_VERSION) return not(`ce_specversion is not ${SPEC_VERSION}`);
  if (key?.toString() !== keyOf(stream)) return not('the key is not the id of the stream');
  const id = header('ce_id');
  if (!UUID.test(id)) return not('ce_id is no UUID');
  const type = header('ce_type');
  if (type === '') return not('ce_type is missing');
  const revision = header('ce_orderrevision');
  if (!NUMBER.test(revision) || Number(revision) > 2 ** 31 - 1) return not('ce_orderrevision is no revision');
  const position = header('ce_position');
  if (!NUMBER.test(position)) return not('ce_position is no position');
  const metadata = header('ce_metadata');
  const reason = wrongMetadata(metadata, header('ce_time'));
  if (reason !== undefined) return not(reason);
  const data = value?.toString() ?? '';
  if (!isObject(data)) return not('the value is no JSON object');
  return { ok: true, event: { id, type, stream, revision: Number(revision), position: asPosition(position), data, metadata } };
}

function wrongMetadata(text: string, time: string): string | undefined {
  const metadata = parsed(text) as Partial<EventMetadata> | undefined;
  if (typeof metadata !== 'object' || metadata === null) return 'ce_metadata is no JSON object';
  if (typeof metadata.recordedAt !== 'string' || Number.isNaN(Date.parse(metadata.recordedAt))) return 'ce_metadata has no recordedAt';
  if (metadata.recordedAt !== time) return 'ce_time is not the time in ce_metadata';
  if (!Number.isInteger(metadata.schemaVersion)) return 'ce_metadata has no schemaVersion';
  if (typeof metadata.hash !== 'string') return 'ce_metadata has no hash';
  return undefined;
}

function isObject(text: string): boolean {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A single value as text; otherwise undefined. */
const textOf = (value: NonNullable<Received['headers']>[string]): string | undefined =>
  value === undefined || Array.isArray(value) ? undefined : value.toString();
