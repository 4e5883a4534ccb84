import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('./sdk.fixture.ts', import.meta.url));
type Told = { sdkModules: number; traceparent: string | null; stopMs: number };

/** Runs in a child process, because loaded modules and a registered SDK stay in the process. */
async function run(env: Record<string, string>): Promise<Told & { stderr: string }> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    timeout: 60_000,
  });
  return { ...(JSON.parse(stdout) as Told), stderr };
}

let collector: Server;
let endpoint: string;
const received: { path: string; body: string }[] = [];
beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString('latin1') });
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => void collector.close());
beforeEach(() => void received.splice(0));

describe('the SDK', () => {
  test('is not loaded if no collector is configured', async () => {
    expect(await run({})).toMatchObject({ sdkModules: 0, traceparent: null });
    expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' })).toMatchObject({ sdkModules: 0 });
    expect(received).toEqual([]);
  });

  test('exports the recorded spans at the stop, under the names of the roles', async () => {
    const told = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect(told.sdkModules).toBeGreaterThan(0);
    expect(told.traceparent).toMatch(/-01$/);
    expect(received.map(({ path }) => path)).toEqual(['/v1/traces']);
    expect(received[0]?.body).toContain('nordhaut-http-projector');
    expect(received[0]?.body).toContain('a piece of work');
    expect(received[0]?.body).toContain('ERR_OF_ITS_KIND');
    // The text of an error may hold personal data.
    expect(received[0]?.body).not.toContain('0912345678');
  });

  test('follows the standard variables', async () => {
    const told = await run({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_SERVICE_NAME: 'another-name',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    expect(told.traceparent).toMatch(/-00$/);
    expect(received).toEqual([]);
    await run({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'another-name' });
    expect(received[0]?.body).toContain('another-name');
    expect(received[0]?.body).not.toContain('nordhaut-http-projector');
  });

  test('an unreachable collector fails no work and does not delay the stop', async () => {
    const told = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect(told.traceparent).toMatch(/-01$/);
    expect(told.stopMs).toBeLessThan(4_000);
  });
});
