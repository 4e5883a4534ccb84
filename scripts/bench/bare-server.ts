import { scrypt } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * The peer of a checkout on this machine: Fastify and pg alone. Each of the six calls of a checkout reads one stream and
 * appends one event to it, with a connection pool and without batching. `/data` is the peer of a read of the data API: the
 * same query on the shop's table. `/hash` is the peer of a sign-in: a hash with the parameters of the shop's library, outside the
 * main thread. `/empty` measures HTTP alone. Runs in its own process and prints its port.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
await pool.query(`create table if not exists bare_events (
  position bigint generated always as identity primary key,
  stream text not null, version integer not null, type text not null, data jsonb not null, unique (stream, version))`);

const app = Fastify();
app.post<{ Params: { stream: string }; Body: { type: string; data: unknown } }>('/streams/:stream', async (request) => {
  const { stream } = request.params;
  const { rows } = await pool.query({
    name: 'read',
    text: 'select version, type, data from bare_events where stream = $1 order by version',
    values: [stream],
  });
  await pool.query({
    name: 'append',
    text: 'insert into bare_events (stream, version, type, data) values ($1, $2, $3, $4)',
    values: [stream, rows.length, request.body.type, request.body.data],
  });
  return { version: rows.length };
});
app.post<{ Body: { conditions: [{ value: string }] } }>('/data', async (request) => {
  // Its text depends on the request, as in the shop, so it cannot be prepared.
  const { rows } = await pool.query({
    text: `select ingredient_id, ingredient_inci, ingredient_name_zh, ingredient_origin, ingredient_purpose, ingredient_text
           from ingredients as t where ingredient_origin is distinct from $1 order by ingredient_id limit 201`,
    values: [request.body.conditions[0].value],
  });
  return { state: 200, data: rows.slice(0, 200), more: rows.length > 200 };
});
app.post<{ Body: { password: string } }>('/hash', ({ body: { password } }) => {
  const options = { N: 16_384, r: 16, p: 1, maxmem: 64 * 2 ** 20 };
  return new Promise((resolve, reject) => scrypt(password, 'salt', 64, options, (error) => (error ? reject(error) : resolve({}))));
});
app.post('/empty', () => ({}));
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` })}\n`);
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
);
