import type { KafkaMessage, Message } from './client.ts';
import { deadLetterTopic } from './config.ts';
import type { Sender } from './sender.ts';

export type DeadLetter = {
  message: Pick<KafkaMessage, 'key' | 'value' | 'headers'> | Message;
  consumer: string;
  partition: number;
  /** of the message; of the one that revealed it, where the event came from the store */
  offset: bigint;
  reason: string;
};

/**
 * Puts a message that cannot be read beside the topic, as it came, with who could not read it and why in its headers.
 * Resolves when it is safe there. A crash may bring it twice.
 */
export const sendDeadLetter = (sender: Sender, topic: string, letter: DeadLetter, signal: AbortSignal): Promise<void> => {
  const { message, consumer, partition, offset, reason } = letter;
  return sender.send(
    deadLetterTopic(topic),
    [
      {
        key: message.key ?? null,
        value: message.value,
        headers: {
          ...message.headers,
          dlq_reason: reason,
          dlq_consumer: consumer,
          dlq_topic: topic,
          dlq_partition: String(partition),
          dlq_offset: String(offset),
          dlq_time: new Date().toISOString(),
        },
      },
    ],
    signal,
  );
};
