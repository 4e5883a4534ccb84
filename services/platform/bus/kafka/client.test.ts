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
  it('reports why it has no connection', async () => {
    expect(await failure('127.0.0.1:1')).toBe('KafkaTrouble: Kafka cannot be reached at 127.0.0.1:1: nothing listens there');
    expect(await failure('nobody.invalid:9092')).toBe(
      'KafkaTrouble: Kafka cannot be reached at nobody.invalid:9092: there is no such host',
    );
  });

  it('reports a server that is no broker', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect(await failure(`127.0.0.1:${port}`)).toBe(`KafkaTrouble: Kafka cannot be reached at 127.0.0.1:${port}: the connection was cut`);
    server.close();
  });

  it('finds partitions that are not acknowledged', () => {
    expect(
      unacknowledged(new Set([0, 1]), [
        { partition: 1, errorCode: 0 },
        { partition: 0, errorCode: 0 },
      ]),
    ).toEqual([]);
    expect(unacknowledged(new Set([2, 0, 1]), [{ partition: 1, errorCode: 0 }])).toEqual([0, 2]);
    expect(unacknowledged(new Set([3]), [{ partition: 3, errorCode: 7 }])).toEqual([3]);
  });

  it('limits the wait for work that may never end or may fail', async () => {
    await within(10, new Promise(() => undefined));
    await within(1_000, Promise.reject(new Error('rude')));
  });
});

describe('the explanation of a failure', () => {
  const explained = (error: unknown): string => kafkaTrouble(error, { brokers: ['kafka:9092'], topic: 'orders' }).message;
  const failed = (fields: object, cause?: object) => Object.assign(new Error('failed', { cause }), fields);

  it('names the remedy where it is known', () => {
    expect(explained(failed({ name: 'KafkaJSNumberOfRetriesExceeded' }, failed({ type: 'UNKNOWN_TOPIC_OR_PARTITION' })))).toBe(
      'Kafka has no topic orders: make it with --job topics',
    );
    expect(explained(failed({ type: 'MESSAGE_TOO_LARGE' }))).toBe(
      'Kafka refuses messages of this size for orders: set its max.message.bytes to 1048576 or more',
    );
    expect(explained(failed({ type: 'INVALID_REPLICATION_FACTOR' }))).toBe('Kafka has fewer brokers than KAFKA_REPLICATION asks for');
    expect(explained(failed({ errors: [failed({ type: 'TOPIC_AUTHORIZATION_FAILED' })] }))).toBe(
      'Kafka does not allow this user what it needs on orders (TOPIC_AUTHORIZATION_FAILED)',
    );
  });

  it('names the advertised address of a broker where that one cannot be reached', () => {
    const refused = { name: 'KafkaJSConnectionError', message: 'connect ECONNREFUSED 10.0.0.1:9092', broker: '10.0.0.1:9092' };
    expect(explained(failed(refused))).toBe(
      'Kafka cannot be reached at kafka:9092 (its brokers say that they are at 10.0.0.1:9092): nothing listens there',
    );
  });

  it('distinguishes refused credentials from a failed connection', () => {
    expect(explained(failed({ name: 'KafkaJSSASLAuthenticationError' }))).toBe(
      'Kafka at kafka:9092 refuses KAFKA_USERNAME with KAFKA_PASSWORD',
    );
    expect(explained(failed({ name: 'KafkaJSConnectionError', message: 'self-signed certificate' }))).toBe(
      'no TLS connection with Kafka at kafka:9092: self-signed certificate',
    );
  });

  it('quotes an unknown error', () => {
    expect(explained(failed({ name: 'KafkaJSProtocolError', message: 'The broker has a hiccup' }))).toBe(
      'Kafka refused: The broker has a hiccup',
    );
    expect(explained('odd')).toBe('Kafka refused: odd');
  });
});
