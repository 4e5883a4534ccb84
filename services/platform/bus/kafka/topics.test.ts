import { expect, it } from 'vitest';
import { thinTopics } from './topics.ts';

const topic = (name: string, ...replicas: number[][]) => ({ name, partitions: replicas.map((brokers) => ({ replicas: brokers })) });

it('a topic with fewer replicas than are wanted in one of its partitions causes a warning', () => {
  const found = [topic('orders', [1, 2, 3], [1]), topic('orders.dlq', [1, 2, 3], [3, 2, 1]), topic('other', [1, 2])];
  expect(thinTopics(3, found).map((sentence) => sentence.split(':')[0])).toEqual([
    'topic orders has 1 replica, and 3 are wanted',
    'topic other has 2 replicas, and 3 are wanted',
  ]);
  expect(thinTopics(1, found)).toEqual([]);
});
