import { describe, expect, it } from 'vitest';
import { asPosition, type RecordedEvent } from '../../event-store/port.ts';
import { gather } from './gathered.ts';
import { Sequence } from './sequence.ts';

describe('the revisions of a stream', () => {
  it('come one after another, drop what was there, and show what is missing', () => {
    const sequence = new Sequence();
    expect(sequence.verdict('order-a', 5, false)).toBe('next');
    sequence.have('order-a', 5);
    expect(sequence.verdict('order-a', 6, false)).toBe('next');
    expect(sequence.verdict('order-a', 5, false)).toBe('repeat');
    expect(sequence.verdict('order-a', 0, false)).toBe('repeat');
    expect(sequence.verdict('order-a', 9, false)).toEqual({ missing: 6 });
    expect(sequence.verdict('order-b', 3, false)).toBe('next');
  });

  it('begin with 0 for who has had everything', () => {
    const sequence = new Sequence();
    expect(sequence.verdict('order-a', 0, true)).toBe('next');
    expect(sequence.verdict('order-a', 2, true)).toEqual({ missing: 0 });
  });

  it('are forgotten once there are too many; then whatever comes is next', () => {
    const sequence = new Sequence(2);
    for (const id of ['a', 'b', 'c']) sequence.have(`order-${id}`, 3);
    expect(sequence.verdict('order-a', 4, true)).toBe('next');
    expect(sequence.verdict('order-a', 7, true)).toBe('next');
    expect(sequence.verdict('order-c', 3, true)).toBe('repeat');
    sequence.clear();
    expect(sequence.verdict('order-c', 3, false)).toBe('next');
  });
});

describe('what is gathered', () => {
  const event = (position: number): RecordedEvent =>
    ({ stream: 'order-a', revision: position, position: asPosition(position), id: '', type: '', data: '', metadata: '' }) as const;

  const at = (offset: number) => ({ offset: BigInt(offset), timestamp: `t${offset}` });
  const start = { next: 10n, position: asPosition(7), mark: 't9' };

  it('knows the place behind each event, and behind what was passed', () => {
    const gathered = gather(start);
    gathered.add(at(10), event(8));
    gathered.pass(at(11));
    gathered.add(at(12), event(9));
    gathered.pass(at(13), asPosition(12));
    expect(gathered.placeBehind(asPosition(8))).toEqual({ next: 11n, position: 8n, mark: 't10' });
    expect(gathered.placeBehind(asPosition(9))).toEqual({ next: 13n, position: 9n, mark: 't12' });
    expect(gathered.end).toEqual({ next: 14n, position: 12n, mark: 't13' });
  });

  it('does not go past a message for an event that only stands before it', () => {
    const gathered = gather(start);
    gathered.addBefore(at(10), event(5));
    gathered.add(at(10), event(8));
    expect(gathered.placeBehind(asPosition(5))).toEqual({ next: 10n, position: 7n, mark: 't9' });
    expect(gathered.offsetOf(event(5))).toBe(10n);
    expect(gathered.end).toEqual({ next: 11n, position: 8n, mark: 't10' });
  });
});
