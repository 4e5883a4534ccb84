import { expect, it, vi } from 'vitest';
import type { Codec, DecodedEvent } from '../../envelope/index.ts';
import { asPosition, type RecordedEvent, START } from '../../event-store/port.ts';
import { silentLogger } from '../../telemetry/logger.ts';
import { PoisonEvent } from '../held-streams.ts';
import type { KafkaMessage } from './client.ts';
import { createDelivery } from './delivery.ts';
import { createMetrics } from '../../telemetry/index.ts';
import { consumerMetrics } from '../consumer-metrics.ts';
import { sourceOf, toMessage } from './messages.ts';

const source = sourceOf('8f14e45f-ceea-467f-a8d4-1f0a3b8d2c11');
const about = { commandId: 'c', recordedAt: '2026-11-20T01:00:00.000Z', schemaVersion: 1, hash: 'f'.repeat(64) };

function message(stream: RecordedEvent['stream'], position: number): KafkaMessage {
  const id = `0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f5${String(position).padStart(2, '0')}`;
  const event = { id, stream, revision: 0, position: asPosition(position), type: 'Stepped', data: '{}', metadata: JSON.stringify(about) };
  return { ...toMessage(event, source), offset: String(position) } as unknown as KafkaMessage;
}

it('an event that the handler cannot take goes to the dead letters, and the log names the stream that waits behind it', async () => {
  const handled: string[] = [];
  const letters: unknown[] = [];
  const logger = silentLogger();
  const error = vi.spyOn(logger, 'error');
  const delivery = createDelivery({
    consumer: {
      name: 'reader',
      async handler(events) {
        if (events.some(({ stream }) => stream === 'order-A')) throw new PoisonEvent(new TypeError('no such code'));
        handled.push(...events.map(({ stream }) => stream));
      },
    },
    topic: 'orders',
    source,
    codec: { decode: (records: readonly RecordedEvent[]) => Promise.resolve(records as unknown as DecodedEvent[]) } as Codec,
    deadLetters: { send: async (_, messages) => void letters.push(...messages), close: () => Promise.resolve() },
    logger,
    metrics: consumerMetrics(createMetrics(), 'reader'),
    report: () => undefined,
    starts: async ([partition = 0]) => new Map([[partition, { next: 0n, position: START }]]),
  });
  const place = (await delivery.assign([0])).get(0);
  if (!place) throw new Error('no place');
  await delivery.handle(place, [message('order-A', 0), message('order-B', 1), message('order-A', 2)], new AbortController().signal);
  expect(handled).toEqual(['order-B']);
  expect(letters).toHaveLength(1);
  expect(place).toMatchObject({ next: 3n, position: 2n });
  expect(error.mock.calls.map(([data]) => JSON.stringify(data)).join('\n')).toContain('order-A');
});
