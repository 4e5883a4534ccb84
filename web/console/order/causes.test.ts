import type { HistoryEvent } from '@nordhaut/contracts/support';
import { expect, test } from 'vitest';
import { causesOf, graphOf } from './causes.ts';

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
      at: '2026-01-01T00:00:00.000Z',
      recordedAt: '2026-01-01T00:00:00.000Z',
      isTechnical: false,
      carrierAt: null,
      requestId: null,
      traceId: null,
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

test('a graph has a lane for each stream, and the edges that the list shows', () => {
  const across = STORY.map((event) => ({ ...event, stream: event.id === 'start' || event.id === 'paid' ? 'checkout-1' : 'order-1' }));
  const [, placed] = across;
  const graph = graphOf(causesOf(across, placed ?? expect.fail()));
  expect(graph?.lanes).toEqual(['checkout-1', 'order-1']);
  expect(graph?.nodes.map(({ event, lane }) => `${event.id} ${lane}`)).toEqual([
    'start 0',
    'placed 1',
    'paid 0',
    'sent 1',
    'closed 1',
    'noted 1',
  ]);
  expect(graph?.edges.map(({ from, to }) => `${from}-${to}`)).toEqual(['0-1', '1-2', '2-3', '2-4', '1-5']);
});

test('events of one stream need no graph', () => {
  expect(graphOf(causesOf(STORY, STORY[1] ?? expect.fail()))).toBeUndefined();
});
