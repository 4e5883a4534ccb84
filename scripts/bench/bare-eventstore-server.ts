import { jsonEvent, StreamNotFoundError, type JSONType } from '@eventstore/db-client';
import Fastify from 'fastify';
import { bareClient } from './bare-eventstore-client.ts';
import { reportStalls } from './stalls.ts';

/**
 * The peer of a checkout on EventStoreDB: Fastify and the client alone. Each of the six calls of a checkout reads one
 * stream and appends one event to it. Runs in its own process and prints its address.
 */
reportStalls();
const { client, append } = bareClient(process.env['EVENTSTORE_URL'] ?? '');

async function lastRevision(stream: string): Promise<bigint | undefined> {
  let last: bigint | undefined;
  try {
    for await (const { event } of client.readStream(stream)) last = event?.revision;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return last;
}

const app = Fastify();
app.post<{ Params: { stream: string }; Body: { type: string; data: JSONType } }>('/streams/:stream', async (request) => {
  const stream = `bare-${request.params.stream}`;
  const { type, data } = request.body;
  const { nextExpectedRevision } = await append(stream, [jsonEvent({ type, data })], (await lastRevision(stream)) ?? 'no_stream');
  return { version: Number(nextExpectedRevision) };
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => client.dispose())
      .then(() => process.exit(0)),
);
