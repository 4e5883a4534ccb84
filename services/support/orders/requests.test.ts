import type { DecodedEvent } from '@nordhaut/platform/envelope';
import type { Attempt } from '@nordhaut/platform/http';
import { expect, test } from 'vitest';
import { describedRequests, requestsOf } from './requests.ts';

type Meta = { causationId: string; commandId: string; actor?: string };
const recordedAt = '2026-11-24T23:59:00.000Z';
const event = (id: string, { causationId, commandId, actor = 'guest' }: Meta) =>
  ({ id, recordedAt, metadata: { causationId, commandId, actor: { kind: actor, id: 'x' } } }) as unknown as DecodedEvent;

const events = [
  event('claimed', { causationId: 'R1', commandId: 'step-claim' }),
  event('started', { causationId: 'R1', commandId: 'C1' }),
  event('placed', { causationId: 'started', commandId: 'step-place' }),
  event('shipped', { causationId: 'placed', commandId: 'step-ship', actor: 'system' }),
  event('swept', { causationId: 'C9', commandId: 'C9', actor: 'system' }),
  event('adopted', { causationId: 'an event of the member', commandId: 'C8', actor: 'system' }),
  event('noted', { causationId: 'R2', commandId: 'C2', actor: 'support' }),
];

test('an event has the request at the beginning of its causes; what a process began has none', () => {
  expect(Object.fromEntries(requestsOf(events))).toEqual({ claimed: 'R1', started: 'R1', placed: 'R1', shipped: 'R1', noted: 'R2' });
});

test('a request has the attempts of the one command that its key names, though its steps have other commands', async () => {
  const at = new Date('2026-11-25T00:00:00Z');
  const known = new Map([
    ['C1', { answerUntil: at, attempts: [{ requestId: 'R9', traceId: null, at, outcome: 'again', status: 201 }] as Attempt[] }],
  ]);
  const asked: string[] = [];
  const requests = await describedRequests(events, requestsOf(events), async (ids) => {
    asked.push(...ids);
    return known;
  });
  expect(asked).toEqual(['step-claim', 'C1', 'C2']);
  expect(requests).toEqual([
    {
      id: 'R1',
      keyHash: 'C1',
      answerUntil: at.toISOString(),
      attempts: [
        // It had no answer when R9 repeated it.
        { id: 'R1', at: recordedAt, traceId: null, outcome: 'unanswered', status: null },
        { id: 'R9', at: at.toISOString(), traceId: null, outcome: 'again', status: 201 },
      ],
    },
    { id: 'R2', keyHash: null, answerUntil: null, attempts: [] },
  ]);
});

test.each([
  ['failed, which is an answer', [{ requestId: 'R1', outcome: 'failed' }, { outcome: 'again' }], 0],
  ['was repeated after the time for which answers are kept', [{ outcome: 'again' }], 86_400_000],
  ['was repeated and had its answer', [{ outcome: 'same' }], 0],
] as const)('a request that %s is not said to be without an answer', async (_, given, later) => {
  const at = new Date(Date.parse(recordedAt) + later);
  const attempts = given.map((one) => ({ requestId: 'R9', traceId: null, at, status: 200, ...one })) as Attempt[];
  const known = new Map([['C1', { answerUntil: null, attempts }]]);
  const [first] = await describedRequests(events, requestsOf(events), () => Promise.resolve(known));
  expect(first?.attempts.map(({ outcome }) => outcome)).toEqual(given.map(({ outcome }) => outcome));
});
