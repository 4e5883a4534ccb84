import { retry } from '../../timing.ts';
import type { KafkaClient, Message, Producer } from './client.ts';

export type Sender = ReturnType<typeof createSender>;

const RETRY_MS = { first: 100, most: 2_000 };

/**
 * Sends until it succeeds. After a failure it is unknown which messages arrived. The same producer would reuse their
 * sequence numbers for other messages, and Kafka would drop those as repeats. So each failure ends the producer, and a new
 * one sends the same messages again. That causes repeats, never gaps.
 */
export function createSender(client: Pick<KafkaClient, 'producer'>, report: (trouble: Error | undefined) => void) {
  let producer: Producer | undefined;

  async function attempt(topic: string, messages: Message[]): Promise<void> {
    producer ??= await client.producer();
    try {
      await producer.send(topic, messages);
    } catch (error) {
      const broken = producer;
      producer = undefined;
      await broken.close();
      throw error;
    }
  }

  return {
    /**
     * Resolves when all messages are on every in-sync replica, however long that takes. Meanwhile `report` receives the
     * reason. One call at a time. @throws the signal's reason once it fires between two attempts
     */
    async send(topic: string, messages: Message[], signal: AbortSignal): Promise<void> {
      await retry(() => attempt(topic, messages), { ...RETRY_MS, signal, onFailure: report });
      report(undefined);
    },
    async close(): Promise<void> {
      await producer?.close();
      producer = undefined;
    },
  };
}
