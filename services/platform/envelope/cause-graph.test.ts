import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CausedEvent, causeGraph, causesOf, effectsOf } from './cause-graph.ts';

const event = (id: string, causationId: string, position: number, stream: CausedEvent['stream'] = 'order-1'): CausedEvent => ({
  id,
  stream,
  revision: position,
  position: BigInt(position),
  type: id,
  metadata: { causationId },
});
const idsOf = (nodes: readonly { id: string }[]): string[] => nodes.map(({ id }) => id);

test('joins each event to the event or the request that led to it, and a request to the newest event before it', () => {
  const { root, nodes } = causeGraph([
    event('paid', 'placed', 2),
    event('placed', 'click', 0),
    event('shipped', 'paid', 3),
    event('asked-back', 'return form', 4),
    event('emptied', 'click', 1),
  ]);
  expect(root).toMatchObject({ id: 'click', event: undefined, cause: undefined });
  expect(root && idsOf(root.effects)).toEqual(['placed', 'emptied']);
  expect(idsOf(causesOf(nodes.get('asked-back') as never))).toEqual(['return form', 'shipped', 'paid', 'placed', 'click']);
  expect(idsOf(effectsOf(nodes.get('placed') as never))).toEqual(['paid', 'shipped', 'return form', 'asked-back']);
});

test('events of one append that have one position keep the order of their revisions', () => {
  const [first, second] = [event('first', 'click', 0), { ...event('second', 'first', 0), revision: 1 }];
  expect(idsOf(causesOf(causeGraph([second, first]).nodes.get('second') as never))).toEqual(['first', 'click']);
});

test('is empty without events', () => {
  expect(causeGraph([])).toEqual({ root: undefined, nodes: new Map() });
});

test('is one tree for any events, also with causes that come later or name the event itself (property)', () => {
  const causes = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(causes, (named) => {
      const events = named.map((cause, at) => event(`e${at}`, `e${cause}`, at));
      const { root, nodes } = causeGraph(events);
      const below = root ? effectsOf(root) : [];
      expect(new Set(below).size).toBe(below.length);
      expect(idsOf(below.filter(({ event: own }) => own)).toSorted()).toEqual(idsOf(events).toSorted());
      for (const { id } of events) expect(causesOf(nodes.get(id) as never).at(-1)).toBe(root);
    }),
  );
});
