import { expect, it } from 'vitest';
import { NewestEvents } from '../newest-events.ts';
import { asPosition, type RecordedEvent, START } from '../port.ts';
import { Tail } from './tail.ts';

const run = (from: number, to: number, stream: RecordedEvent['stream'] = 'order-1'): RecordedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    id: '',
    stream,
    revision: 0,
    position: asPosition(from + index),
    type: 'Happened',
    data: '',
    metadata: '',
  }));
const after = (tail: Tail, position: number, limit = 100): number[] | undefined =>
  tail.after(asPosition(position), undefined, limit)?.events.map((event) => Number(event.position));

it('answers from its oldest event on, and nothing before it', () => {
  const tail = new Tail(new NewestEvents(4));
  tail.offer(run(10, 12), true);
  expect(after(tail, 9)).toEqual([10, 11, 12]);
  expect(after(tail, 8)).toBeUndefined();
  expect(after(tail, 12)).toBeUndefined();
  tail.offer(run(13, 15), true);
  expect(after(tail, 9)).toBeUndefined();
  expect(after(tail, 11)).toEqual([12, 13, 14, 15]);
  expect(after(tail, 11, 2)).toEqual([12, 13]);
});

it('is one run of consecutive positions, also if runs overlap, repeat or arrive early', () => {
  const tail = new Tail();
  tail.offer(run(0, 1), true);
  tail.offer(run(4, 5), true);
  tail.offer(run(6, 6), true);
  expect(after(tail, -1)).toEqual([0, 1]);
  tail.offer(run(0, 3), false);
  expect(after(tail, -1)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  tail.offer(run(5, 8), false);
  expect(after(tail, 4)).toEqual([5, 6, 7, 8]);
});

it('starts with events at the end of the store, not with an old page', () => {
  const tail = new Tail();
  tail.offer(run(0, 9), false);
  expect(after(tail, -1)).toBeUndefined();
  tail.offer(run(50, 51), true);
  tail.offer(run(10, 19), false);
  expect(after(tail, 49)).toEqual([50, 51]);
});

it('starts again if a gap is never filled', () => {
  const tail = new Tail();
  tail.offer(run(0, 0), true);
  for (let position = 10; position < 210; position += 2) tail.offer(run(position, position), true);
  expect(after(tail, 137)).toEqual([138]);
  tail.offer(run(139, 139), true);
  expect(after(tail, 137)).toEqual([138, 139, 140]);
});

it('is bounded by size and by number', () => {
  const tail = new Tail(new NewestEvents(1000, 2_000));
  tail.offer(run(0, 99), true);
  expect(after(tail, 98)).toEqual([99]);
  expect(after(tail, 50)).toBeUndefined();
});

it('moves past events that the filter drops', () => {
  const tail = new Tail();
  tail.offer([...run(0, 2, 'order-1'), ...run(3, 5, 'coupon-1')], true);
  expect(tail.after(START, { categories: ['order'] }, 10)).toMatchObject({ events: run(0, 2), upTo: 5n });
  expect(tail.after(START, { categories: ['coupon'] }, 1)).toMatchObject({ events: run(3, 3, 'coupon-1'), upTo: 3n });
});
