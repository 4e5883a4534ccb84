import type { KafkaMessage, Message } from './client.ts';
import { deadLetterTopic } from './config.ts';
import type { Sender } from './sender.ts';

export type DeadLetter = {
  message: Pick<KafkaMessage, 'key' | 'value' | 'headers'> | Message;
  consumer: string;
  partition: number;
  /** of the message, or of the message before which an event was missing, where the event came from the store */
  offset: bigint;
  reason: string;
};

/**
 * Sends a poison event unchanged to the dead letter topic. The headers name the consumer and the reason. Resolves when
 * Kafka has acknowledged the message. A crash may send it twice.
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
