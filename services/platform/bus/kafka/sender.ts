import { setTimeout as sleep } from 'node:timers/promises';
import type { KafkaClient, Message, Producer } from './client.ts';
import type { KafkaTrouble } from './failures.ts';

export type Sender = {
  /**
   * Resolves when all of them are on every replica in sync, however long that takes; meanwhile `tell` hears why not.
   * One at a time. @throws the signal's reason once it fires between two attempts
   */
  send(topic: string, messages: Message[], signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

const RETRY_MS = { first: 100, most: 2_000 };

/**
 * Sends until it is done. After a failure nobody knows what arrived, and a producer that would number other messages
 * like those would have them dropped as repeats: so every failure ends its producer, and a new one sends the same
 * messages again. That makes repeats, never gaps.
 */
export function createSender(client: KafkaClient, tell: (trouble: KafkaTrouble | undefined) => void): Sender {
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
    async send(topic, messages, signal) {
      for (let wait = RETRY_MS.first; ; wait = Math.min(wait * 2, RETRY_MS.most)) {
        signal.throwIfAborted();
        try {
          await attempt(topic, messages);
          tell(undefined);
          return;
        } catch (error) {
          tell(error as KafkaTrouble);
          await sleep(wait * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
        }
      }
    },
    async close() {
      await producer?.close();
      producer = undefined;
    },
  };
}
