import type { DecodedEvent } from '@nordhaut/platform/envelope';
import type { Attempt } from '@nordhaut/platform/http';
import { expect, test } from 'vitest';
import { describedRequests, requestsOf } from './requests.ts';

type Meta = { causationId: string; commandId: string; actor?: string };
const event = (id: string, { causationId, commandId, actor = 'guest' }: Meta) =>
  ({ id, metadata: { causationId, commandId, actor: { kind: actor, id: 'x' } } }) as unknown as DecodedEvent;

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
      attempts: [{ id: 'R9', at: at.toISOString(), traceId: null, outcome: 'again', status: 201 }],
    },
    { id: 'R2', keyHash: null, answerUntil: null, attempts: [] },
  ]);
});
