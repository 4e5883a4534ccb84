import { expect, it } from 'vitest';
import { NewestEvents } from './newest-events.ts';
import { asPosition, type RecordedEvent, START } from './port.ts';

const at = (position: number, stream: RecordedEvent['stream'] = 'order-1'): RecordedEvent => ({
  id: '',
  stream,
  revision: 0,
  position: asPosition(position),
  type: 'Happened',
  data: '{}',
  metadata: '{}',
});
const run = (from: number, to: number): RecordedEvent[] => Array.from({ length: to - from + 1 }, (_, index) => at(from + index));
const after = (newest: NewestEvents, position: number, limit = 100): number[] | undefined =>
  newest.after(asPosition(position), undefined, limit)?.events.map((event) => Number(event.position));

it('answers nothing before it has begun, and then the events after a position', () => {
  const newest = new NewestEvents();
  newest.push(at(5));
  expect(newest.end).toBeUndefined();
  expect(after(newest, -1)).toBeUndefined();
  newest.begin(asPosition(10));
  for (const position of [10, 20, 35, 35, 20, 40]) newest.push(at(position, position === 35 ? 'coupon-1' : 'order-1'));
  expect(newest.end).toBe(40n);
  expect(after(newest, 9)).toBeUndefined();
  expect(after(newest, 10)).toEqual([20, 35, 40]);
  expect(after(newest, 21, 1)).toEqual([35]);
  expect(newest.after(asPosition(40), undefined, 10)).toEqual({ events: [], upTo: 40n });
});

it('moves past events that the filter drops', () => {
  const newest = new NewestEvents();
  newest.begin(START);
  for (const position of [0, 1, 2]) newest.push(at(position));
  for (const position of [3, 4, 5]) newest.push(at(position, 'coupon-1'));
  expect(newest.after(START, { categories: ['order'] }, 10)).toMatchObject({ events: run(0, 2), upTo: 5n });
  expect(newest.after(START, { categories: ['coupon'] }, 1)).toMatchObject({ events: [at(3, 'coupon-1')], upTo: 3n });
});

it('removes its oldest events by number and by size, and answers nothing to a reader that needs them', () => {
  const few = new NewestEvents(4);
  few.begin(START);
  for (const event of run(0, 99)) few.push(event);
  expect(after(few, 94)).toBeUndefined();
  expect(after(few, 95)).toEqual([96, 97, 98, 99]);
  const small = new NewestEvents(1000, 2_000);
  small.begin(START);
  for (const event of run(0, 99)) small.push(event);
  expect(after(small, 98)).toEqual([99]);
  expect(after(small, 50)).toBeUndefined();
});

it('begins with a run at the end of the store, not with an old page', () => {
  const newest = new NewestEvents();
  newest.pushRun(run(0, 9), false);
  expect(newest.end).toBeUndefined();
  newest.pushRun(run(50, 51), true);
  newest.pushRun(run(10, 19), false);
  expect(after(newest, 49)).toEqual([50, 51]);
  expect(after(newest, 48)).toBeUndefined();
});

it('has no gap where runs overlap, repeat, or arrive before the run that they follow', () => {
  const newest = new NewestEvents();
  newest.pushRun(run(0, 3), true);
  newest.pushRun(run(2, 5), false);
  newest.pushRun(run(0, 1), true);
  expect(after(newest, -1)).toEqual([0, 1, 2, 3, 4, 5]);
  newest.pushRun(run(9, 10), true);
  newest.pushRun(run(6, 8), true);
  newest.pushRun(run(11, 12), true);
  expect(after(newest, 5)).toBeUndefined();
  expect(after(newest, 8)).toEqual([9, 10, 11, 12]);
});
