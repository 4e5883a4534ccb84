import { describe, expect, it } from 'vitest';
import { thinReplication, thinTopics } from './topics.ts';

const topic = (name: string, ...replicas: number[][]) => ({ name, partitions: replicas.map((brokers) => ({ replicas: brokers })) });

describe('the number of replicas of a topic', () => {
  it('causes a warning where a partition has fewer than are configured', () => {
    const found = [topic('orders', [1, 2, 3], [1]), topic('orders.dlq', [1, 2, 3], [3, 2, 1]), topic('other', [1, 2])];
    expect(thinTopics({ replication: 3 }, found).map((sentence) => sentence.split(':')[0])).toEqual([
      'topic orders has 1 replica, KAFKA_REPLICATION is 3',
      'topic other has 2 replicas, KAFKA_REPLICATION is 3',
    ]);
    expect(thinTopics({ replication: 1 }, found)).toEqual([]);
  });

  it('causes a warning in production where fewer than three are configured', () => {
    expect(thinReplication({ replication: 3 })).toBeUndefined();
    expect(thinReplication({ replication: 1 })).toMatch(/^KAFKA_REPLICATION is 1: /);
    expect(thinReplication({ replication: 2 })).toMatch(/^KAFKA_REPLICATION is 2: /);
  });
});
