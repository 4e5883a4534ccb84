import { describe, expect, it } from 'vitest';
import { asPosition, type RecordedEvent } from '../../event-store/port.ts';
import type { KafkaMessage } from './client.ts';
import { isForeign, parseMessage, sourceOf, toMessage as toMessageOf } from './messages.ts';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const about = { commandId: 'c', recordedAt: '2026-11-20T01:00:00.000Z', schemaVersion: 2, traceparent, hash: 'f'.repeat(64) };
const event: RecordedEvent = {
  id: '0d3f0f0a-65a5-5c1e-9c66-0d9d9d9d9d9d',
  stream: 'order-A1B2-3',
  revision: 4,
  position: asPosition('9007199254740993'),
  type: 'ParcelStatusReported',
  data: '{"code":"300","text":"商品配達完成 🎉","personal":{"subject":"s","sealed":"AQ=="}}',
  metadata: JSON.stringify(about),
};

const source = sourceOf('5f3e');
const toMessage = (one: RecordedEvent) => toMessageOf(one, source);

/** As it arrives: all values are bytes. */
type Received = Pick<KafkaMessage, 'key' | 'value' | 'headers'>;
const received = (change: (message: ReturnType<typeof toMessage>) => void = () => undefined): Received => {
  const message = toMessage(event);
  change(message);
  const { key, value, headers = {} } = message;
  const bytes = (one: unknown) => (Array.isArray(one) ? one.map((part) => Buffer.from(String(part))) : Buffer.from(String(one)));
  return {
    key: key == null ? null : Buffer.from(key),
    value: value === null ? null : Buffer.from(value),
    headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, bytes(one)])) as NonNullable<KafkaMessage['headers']>,
  };
};
const withHeader = (name: string, value: unknown) => received(({ headers }) => Object.assign(headers as object, { [name]: value }));

describe('a message', () => {
  it('is a CloudEvent in binary mode, keyed by the id of its stream', () => {
    expect(toMessage(event)).toEqual({
      key: 'A1B2-3',
      value: event.data,
      headers: {
        'content-type': 'application/json',
        ce_specversion: '1.0',
        ce_id: event.id,
        ce_source: '/nordhaut/event-store/5f3e',
        ce_type: 'ParcelStatusReported',
        ce_subject: 'order-A1B2-3',
        ce_time: '2026-11-20T01:00:00.000Z',
        ce_orderrevision: '4',
        ce_position: '9007199254740993',
        ce_metadata: event.metadata,
        traceparent,
      },
    });
  });

  it('contains the event exactly as the store has it', () => {
    expect(parseMessage(received())).toEqual({ ok: true, event });
  });

  it('shows whether it belongs to another shop', () => {
    expect(isForeign(received(), source)).toBe(false);
    expect(isForeign(received(), sourceOf('another'))).toBe(true);
    expect(isForeign({ headers: {} } as never, source)).toBe(false);
  });

  it('omits an invalid trace context', () => {
    const metadata = JSON.stringify({ ...about, traceparent: 'nonsense' });
    expect(toMessage({ ...event, metadata }).headers).not.toHaveProperty('traceparent');
  });

  it('is made of a poison event too', () => {
    const message = toMessage({ ...event, metadata: 'no JSON' });
    expect(message.headers).toMatchObject({ ce_id: event.id, ce_time: '', ce_metadata: 'no JSON' });
  });

  it('is refused with a reason that does not quote its content', () => {
    const metadataWithout = (name: string) => JSON.stringify({ ...about, [name]: undefined });
    const refused: [Received, string][] = [
      [{ key: null, value: null, headers: {} }, 'ce_subject is no stream'],
      [withHeader('ce_subject', 'order'), 'ce_subject is no stream'],
      [withHeader('ce_subject', ['order-A1B2-3', 'order-A1B2-3']), 'ce_subject is no stream'],
      [withHeader('ce_subject', 'order-other'), 'the key is not the id of the stream'],
      [received((message) => (message.key = null)), 'the key is not the id of the stream'],
      [withHeader('ce_source', ''), 'ce_source is missing'],
      [withHeader('ce_specversion', '0.3'), 'ce_specversion is not 1.0'],
      [withHeader('ce_id', '17'), 'ce_id is no UUID'],
      [withHeader('ce_type', ''), 'ce_type is missing'],
      [withHeader('ce_orderrevision', '-1'), 'ce_orderrevision is no revision'],
      [withHeader('ce_orderrevision', '2147483648'), 'ce_orderrevision is no revision'],
      [withHeader('ce_orderrevision', '1e3'), 'ce_orderrevision is no revision'],
      [withHeader('ce_position', 'x'), 'ce_position is no position'],
      [withHeader('ce_metadata', '[]'), 'ce_metadata has no recordedAt'],
      [withHeader('ce_metadata', '{'), 'ce_metadata is no JSON object'],
      [withHeader('ce_metadata', metadataWithout('recordedAt')), 'ce_metadata has no recordedAt'],
      [withHeader('ce_metadata', metadataWithout('schemaVersion')), 'ce_metadata has no schemaVersion'],
      [withHeader('ce_metadata', metadataWithout('hash')), 'ce_metadata has no hash'],
      [withHeader('ce_time', '2026-11-20T01:00:00Z'), 'ce_time is not the time in ce_metadata'],
      [received((message) => Object.assign(message, { value: null })), 'the value is no JSON object'],
      [received((message) => (message.value = '[1]')), 'the value is no JSON object'],
      [received((message) => (message.value = '{"geheim":')), 'the value is no JSON object'],
    ];
    for (const [message, reason] of refused) expect(parseMessage(message)).toMatchObject({ ok: false, reason });
    expect(parseMessage(withHeader('ce_id', '17'))).toMatchObject({ stream: 'order-A1B2-3' });
  });
});
