import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../telemetry/logger.ts';
import { createKafkaClient, unacknowledged, within } from './client.ts';
import { kafkaTrouble } from './failures.ts';

const settings = (broker: string) => ({ brokers: [broker], topic: 'orders', partitions: 1, replication: 1, ssl: false });
const failure = async (broker: string): Promise<string> =>
  createKafkaClient(settings(broker), silentLogger())
    .producer()
    .then(
      () => 'connected',
      (error: Error) => `${error.name}: ${error.message}`,
    );

describe('the Kafka client', () => {
  it('says why it has no connection', async () => {
    expect(await failure('127.0.0.1:1')).toBe('KafkaTrouble: Kafka cannot be reached at 127.0.0.1:1: nothing listens there');
    expect(await failure('nobody.invalid:9092')).toBe(
      'KafkaTrouble: Kafka cannot be reached at nobody.invalid:9092: there is no such host',
    );
  });

  it('says so as well where something else listens', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect(await failure(`127.0.0.1:${port}`)).toBe(`KafkaTrouble: Kafka cannot be reached at 127.0.0.1:${port}: the connection was cut`);
    server.close();
  });

  it('does not take messages for sent that no answer speaks of', () => {
    expect(
      unacknowledged(new Set([0, 1]), [
        { partition: 1, errorCode: 0 },
        { partition: 0, errorCode: 0 },
      ]),
    ).toEqual([]);
    expect(unacknowledged(new Set([2, 0, 1]), [{ partition: 1, errorCode: 0 }])).toEqual([0, 2]);
    expect(unacknowledged(new Set([3]), [{ partition: 3, errorCode: 7 }])).toEqual([3]);
  });

  it('does not wait for a goodbye that is not answered', async () => {
    await within(10, new Promise(() => undefined));
    await within(1_000, Promise.reject(new Error('rude')));
  });
});

describe('what is told of a failure', () => {
  const told = (error: unknown): string => kafkaTrouble(error, { brokers: ['kafka:9092'], topic: 'orders' }).message;
  const failed = (fields: object, cause?: object) => Object.assign(new Error('failed', { cause }), fields);

  it('names what is to be done where that is known', () => {
    expect(told(failed({ name: 'KafkaJSNumberOfRetriesExceeded' }, failed({ type: 'UNKNOWN_TOPIC_OR_PARTITION' })))).toBe(
      'Kafka has no topic orders: make it with --job topics',
    );
    expect(told(failed({ type: 'INVALID_REPLICATION_FACTOR' }))).toBe('Kafka has fewer brokers than KAFKA_REPLICATION asks for');
    expect(told(failed({ errors: [failed({ type: 'TOPIC_AUTHORIZATION_FAILED' })] }))).toBe(
      'Kafka does not allow this user what it needs on orders (TOPIC_AUTHORIZATION_FAILED)',
    );
  });

  it('names the address that the brokers give where that is the one that cannot be reached', () => {
    const refused = { name: 'KafkaJSConnectionError', message: 'connect ECONNREFUSED 10.0.0.1:9092', broker: '10.0.0.1:9092' };
    expect(told(failed(refused))).toBe(
      'Kafka cannot be reached at kafka:9092 (its brokers say that they are at 10.0.0.1:9092): nothing listens there',
    );
  });

  it('tells credentials that are refused from a network that is not there', () => {
    expect(told(failed({ name: 'KafkaJSSASLAuthenticationError' }))).toBe('Kafka at kafka:9092 refuses KAFKA_USERNAME with KAFKA_PASSWORD');
    expect(told(failed({ name: 'KafkaJSConnectionError', message: 'self-signed certificate' }))).toBe(
      'no TLS connection with Kafka at kafka:9092: self-signed certificate',
    );
  });

  it('quotes what it does not know', () => {
    expect(told(failed({ name: 'KafkaJSProtocolError', message: 'The broker has a hiccup' }))).toBe(
      'Kafka refused: The broker has a hiccup',
    );
    expect(told('odd')).toBe('Kafka refused: odd');
  });
});
