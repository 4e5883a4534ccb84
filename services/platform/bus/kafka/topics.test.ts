import { describe, expect, it } from 'vitest';
import { thinReplication, thinTopics } from './topics.ts';

const topic = (name: string, ...replicas: number[][]) => ({ name, partitions: replicas.map((brokers) => ({ replicas: brokers })) });

describe('how many brokers keep a topic', () => {
  it('is told where the thinnest partition has fewer than are configured', () => {
    const found = [topic('orders', [1, 2, 3], [1]), topic('orders.dlq', [1, 2, 3], [3, 2, 1]), topic('other', [1, 2])];
    expect(thinTopics({ replication: 3 }, found).map((sentence) => sentence.split(':')[0])).toEqual([
      'topic orders is kept by 1 broker, KAFKA_REPLICATION is 3',
      'topic other is kept by 2 brokers, KAFKA_REPLICATION is 3',
    ]);
    expect(thinTopics({ replication: 1 }, found)).toEqual([]);
  });

  it('is told before a topic is made in production', () => {
    expect(thinReplication({ replication: 3 })).toBeUndefined();
    expect(thinReplication({ replication: 1 })).toMatch(/^KAFKA_REPLICATION is 1: /);
    expect(thinReplication({ replication: 2 })).toMatch(/^KAFKA_REPLICATION is 2: /);
  });
});
