import type { HistoryEvent } from '@nordhaut/contracts/support';
import { expect, test } from 'vitest';
import { causesOf } from './causes.ts';

/** `cart1<request` is the event cart1 caused by request */
const events = (...written: string[]): HistoryEvent[] =>
  written.map((pair, at) => {
    const [id = '', causeId = ''] = pair.split('<');
    return {
      id,
      stream: 'order-1',
      revision: at,
      position: String(at),
      type: 'Any',
      sentence: id,
      actor: { kind: 'system', name: '系統' },
      cause: { id: causeId, sentence: null },
      recordedAt: '2026-01-01T00:00:00.000Z',
      carrierAt: null,
      changes: [],
      raw: { data: {}, metadata: {} },
    };
  });
const listed = (all: HistoryEvent[], id: string): string[] =>
  causesOf(all, all.find((event) => event.id === id) ?? expect.fail()).map(
    ({ event, depth, place }) => `${'-'.repeat(depth)}${event.id} ${place}`,
  );

const STORY = events('start<request', 'placed<start', 'paid<placed', 'other<request', 'sent<paid', 'noted<placed', 'closed<paid');

test('upward to the root and downward to every effect, each below its cause', () => {
  expect(listed(STORY, 'placed')).toEqual([
    'start cause',
    '-placed selected',
    '--paid effect',
    '---sent effect',
    '---closed effect',
    '--noted effect',
  ]);
});

test('what the same request caused beside it is neither cause nor effect', () => {
  expect(listed(STORY, 'other')).toEqual(['other selected']);
  expect(listed(STORY, 'closed')).toEqual(['start cause', '-placed cause', '--paid cause', '---closed selected']);
});

test('a circle ends the list', () => {
  expect(listed(events('a<c', 'b<a', 'c<b'), 'b')).toEqual(['c cause', '-a cause', '--b selected']);
  expect(listed(events('self<self'), 'self')).toEqual(['self selected']);
});
