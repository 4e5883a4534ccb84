import { expect, it } from 'vitest';
import { NewestEvents } from '../newest-events.ts';
import { asPosition, type RecordedEvent, START } from '../port.ts';
import { LiveTail } from './live-tail.ts';

const at = (position: number, stream: `${string}-${string}` = 'order-1'): RecordedEvent => ({
  id: String(position),
  stream,
  revision: 0,
  position: asPosition(position),
  type: 'Happened',
  data: '{}',
  metadata: '{}',
});
const positions = ({ events }: { events: RecordedEvent[] }): number[] => events.map(({ position }) => Number(position));

it('answers nothing before its first event, and then the events after a position', () => {
  const tail = new LiveTail();
  tail.push(at(5));
  expect(tail.end).toBeUndefined();
  expect(tail.after(START, undefined, 10)).toBeUndefined();
  tail.begin(asPosition(10));
  for (const position of [10, 20, 35, 35, 20, 40]) tail.push(at(position, position === 35 ? 'coupon-1' : 'order-1'));
  expect(tail.end).toBe(40n);
  expect(tail.after(asPosition(9), undefined, 10)).toBeUndefined();
  expect(positions(tail.after(asPosition(10), undefined, 10) as never)).toEqual([20, 35, 40]);
  expect(positions(tail.after(asPosition(21), undefined, 1) as never)).toEqual([35]);
  expect(tail.after(asPosition(20), { categories: ['order'] }, 10)).toMatchObject({ upTo: 40n, events: [{ position: 40n }] });
  expect(tail.after(asPosition(40), undefined, 10)).toEqual({ events: [], upTo: 40n });
});

it('removes its oldest events, and answers nothing to a reader that needs them', () => {
  const tail = new LiveTail(new NewestEvents(4));
  tail.begin(START);
  for (let position = 0; position < 100; position++) tail.push(at(position));
  expect(tail.after(asPosition(94), undefined, 10)).toBeUndefined();
  expect(positions(tail.after(asPosition(95), undefined, 10) as never)).toEqual([96, 97, 98, 99]);
  const small = new LiveTail(new NewestEvents(100, 1_000));
  small.begin(START);
  for (let position = 0; position < 100; position++) small.push(at(position));
  expect(positions(small.after(asPosition(98), undefined, 10) as never)).toEqual([99]);
  expect(small.after(asPosition(90), undefined, 10)).toBeUndefined();
});
