import { benchRelay } from '@nordhaut/platform/bus/kafka/bench';
import { startBroker } from '@nordhaut/platform/bus/kafka/testing';
import { count, type Figure } from './table.ts';

/** The relay in catch-up through a real broker beside the producer alone; "not measured" without Java. */
export async function relayFigures(databaseUrl: string, directory: string, events: number): Promise<Figure[]> {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  try {
    broker = await startBroker({ directory, sustained: true });
  } catch (error) {
    return [{ what: 'relay to Kafka', value: `not measured: ${(error as Error).message}` }];
  }
  try {
    const { relayPerSecond, producerPerSecond, ratio } = await benchRelay({ databaseUrl, brokers: broker.brokers, events });
    return [
      {
        what: `relay catching up with ${count(events)} events, a second`,
        value: count(relayPerSecond),
        limit: `${count(producerPerSecond)} the producer alone`,
        ratio,
        aim: '≥ 0.7 of the producer',
        met: ratio >= 0.7,
      },
    ];
  } finally {
    await broker.stop();
  }
}
