import { afterEach, expect, test, vi } from 'vitest';
import { afterActs, call, isUncertain, Refused } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

/** An answer whose body breaks off with `error`. */
function cutOff(status: number, error: unknown): void {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"preview":'));
      controller.error(error);
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
}

test('an answer that is cut off is a lost one, and never an empty answer', async () => {
  cutOff(200, new TypeError('terminated'));
  await expect(call('orders/1/preview')).rejects.toMatchObject({ status: 0 });
});

test('an answer that is no longer wanted stays an abort', async () => {
  const gone = new AbortController();
  gone.abort();
  const error = new DOMException('', 'AbortError');
  cutOff(200, error);
  await expect(call('orders/1/preview', undefined, gone.signal)).rejects.toBe(error);
});

test('a read after an act names the position of the act, and only a command has one', async () => {
  const answers = [{ position: '7' }, { position: '12' }];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answers.shift())));
  await call('history');
  expect(afterActs('work')).toBe('work');
  await call('orders/1/decisions', {}, undefined, 'key');
  expect(afterActs('work')).toBe('work?after=12');
});

test('a refusal without JSON is logged, and is a refusal with its status', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 502 })));
  const refused = await call('orders/1').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ status: 502 });
  expect(warn.mock.calls).toEqual([['orders/1 answered 502 in another form']]);
});

test.each([
  [new Refused(0, ''), true],
  [new Refused(503, ''), true],
  [new Refused(409, '', { code: 'IDEMPOTENCY_KEY_IN_USE' }), true],
  [new TypeError('unexpected'), true],
  [new Refused(409, '', { code: 'ORDER_CHANGED' }), false],
  [new Refused(400, ''), false],
])('after %o it is uncertain whether the command had its effect: %s', (error, uncertain) => {
  expect(isUncertain(error)).toBe(uncertain);
});
