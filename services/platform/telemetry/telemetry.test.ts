import { describe, expect, it, vi } from 'vitest';
import { secret } from '../config.ts';
import { createLogger, createMetrics } from './index.ts';
import { recordSpans } from './testing.ts';
import { currentTraceparent, inSpan, newTraceparent, readTraceparent } from './trace.ts';

const logged = (write: (logger: ReturnType<typeof createLogger>) => void): { text: string; line: Record<string, unknown> } => {
  let text = '';
  write(createLogger({ level: 'info', name: 'test', destination: { write: (chunk: string) => void (text += chunk) } }));
  return { text, line: JSON.parse(text) };
};

describe('the logger', () => {
  it('redacts secrets by field name at any depth', () => {
    const { text, line } = logged((logger) =>
      logger.info(
        {
          headers: { Authorization: 'Bearer s3cret', cookie: 's3cret', 'x-api-key': 's3cret', 'Order-Proof': 's3cret', accept: 'json' },
          request: { body: { prime: 's3cret', partner_key: 's3cret', amount: 100, nested: [{ HashKey: 's3cret', HashIV: 's3cret' }] } },
          password: 's3cret',
          config: { session: secret('s3cret') },
        },
        'asked',
      ),
    );
    expect(text).not.toContain('s3cret');
    expect(line).toMatchObject({
      level: 'info',
      name: 'test',
      headers: { accept: 'json', Authorization: '[redacted]' },
      request: { body: { amount: 100 } },
      msg: 'asked',
    });
  });

  it('logs only the class name of an instance, also inside errors and aggregate errors', () => {
    class Client {
      secretKey = 's3cret';
      processID = 7;
    }
    const broken = (message: string) =>
      Object.assign(new Error(message), { client: new Client(), detail: 'Key (email)=(s3cret) exists', code: '57P01' });
    const { text, line } = logged((logger) =>
      logger.warn(
        { err: broken('one'), reason: broken('two'), client: new Client(), all: new AggregateError([broken('three')], 'several') },
        'broke',
      ),
    );
    expect(text).not.toContain('s3cret');
    expect(line).toMatchObject({
      client: '[Client]',
      err: { type: 'Error', message: 'one', code: '57P01', stack: expect.stringContaining('telemetry.test') },
      reason: { message: 'two', code: '57P01' },
      all: { message: 'several', aggregateErrors: [{ message: 'three', code: '57P01' }] },
    });
  });

  it('logs no unknown field of an error', () => {
    const error = Object.assign(new Error('refused', { cause: new Error('because') }), {
      request: { headers: { authorization: 's3cret' } },
      code: 'E1',
    });
    const { text, line } = logged((logger) => logger.error({ err: error }, 'failed'));
    expect(text).not.toContain('s3cret');
    expect(line).toMatchObject({ err: { message: 'refused: because', code: 'E1', stack: expect.stringContaining('telemetry.test') } });
  });
});

describe('metrics', () => {
  it('are shared by name within the process', async () => {
    const metrics = createMetrics();
    metrics.counter('orders_total', 'Orders', ['payment']).inc({ payment: 'COD' });
    metrics.counter('orders_total', 'Orders', ['payment']).inc({ payment: 'COD' });
    metrics.gauge('lag', 'Lag', [], (gauge) => gauge.set(7));
    expect(await metrics.text()).toContain('orders_total{payment="COD"} 2');
    expect(await metrics.text()).toContain('lag 7');
  });

  it('measure the process once, however many shops it had', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    expect(one.registry.getSingleMetric('nodejs_gc_duration_seconds')).toBe(other.registry.getSingleMetric('nodejs_gc_duration_seconds'));
    for (const { text } of [one, other]) expect(await text()).toMatch(/^process_cpu_seconds_total \d/m);
  });

  it('leave out a gauge whose value cannot be read, and report the others', async () => {
    const metrics = createMetrics();
    let isThere = true;
    const read = () => (isThere ? 7 : Promise.reject(new Error('away')));
    metrics.gauge('plain', 'Plain', [], async (gauge) => gauge.set(await read()));
    metrics.gauge('labelled', 'Labelled', ['of'], async (gauge) => gauge.set({ of: 'a' }, await read()));
    metrics.gauge('slow', 'Slow', [], () => new Promise(() => undefined));
    metrics.counter('other', 'Other').inc();
    const values = async () => {
      vi.useFakeTimers();
      const text = metrics.text();
      await vi.advanceTimersByTimeAsync(2_000).finally(() => vi.useRealTimers());
      return (await text).split('\n').filter((line) => /^(plain|labelled|slow|other)\b/.test(line));
    };
    expect(await values()).toEqual(['plain 7', 'labelled{of="a"} 7', 'other 1']);
    isThere = false;
    expect(await values()).toEqual(['other 1']);
    isThere = true;
    expect(await values()).toEqual(['plain 7', 'labelled{of="a"} 7', 'other 1']);
  });
});

describe('trace context', () => {
  it('accepts only a well-formed traceparent', () => {
    const given = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect(readTraceparent(given)).toBe(given);
    for (const bad of [undefined, '', '00-0-0-0', given.toUpperCase(), `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `${given}-x`])
      expect(readTraceparent(bad)).toBeUndefined();
    expect(readTraceparent(newTraceparent())).toBeDefined();
    expect(newTraceparent()).not.toBe(newTraceparent());
  });
  it('passes results and errors of spans on without an SDK', async () => {
    await expect(inSpan('work', { traceparent: newTraceparent() }, async () => 7)).resolves.toBe(7);
    await expect(inSpan('work', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(inSpan('work', {}, () => 7)).toBe(7);
  });
  it('continues the given traceparent with an SDK, and marks failed spans', async () => {
    const tracing = await recordSpans();
    try {
      const given = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const inside = inSpan('synchronous', { traceparent: given }, () => currentTraceparent());
      expect(inside).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$/);
      await inSpan('asynchronous', { traceparent: inside }, async () => undefined);
      await expect(inSpan('failed', { traceparent: 'nonsense' }, () => Promise.reject(new TypeError('no')))).rejects.toThrow('no');
      const spans = tracing.spans().map(({ name, parentSpanContext, attributes }) => [name, parentSpanContext?.spanId, attributes]);
      expect(spans).toEqual([
        ['synchronous', '00f067aa0ba902b7', {}],
        ['asynchronous', inside?.slice(36, 52), {}],
        ['failed', undefined, { 'error.type': 'TypeError' }],
      ]);
    } finally {
      await tracing.stop();
    }
    expect(currentTraceparent()).toBeUndefined();
  });
});
