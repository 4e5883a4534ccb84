import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lru } from './lru.ts';

describe('Lru', () => {
  it('removes nothing below its capacity, and never exceeds it', () => {
    const lru = new Lru<number, string>(10);
    for (let key = 0; key < 10; key++) lru.set(key, `value ${key}`);
    expect(lru.size).toBe(10);
    for (let key = 0; key < 10; key++) expect(lru.get(key)).toBe(`value ${key}`);
    for (let key = 10; key < 1_000; key++) {
      lru.set(key, `value ${key}`);
      expect(lru.size).toBe(10);
      expect(lru.get(key)).toBe(`value ${key}`);
    }
  });

  it('removes an unused entry before a used one', () => {
    const lru = new Lru<number, number>(100);
    for (let key = 0; key < 100; key++) lru.set(key, key);
    for (let round = 0; round < 20; round++) {
      lru.get(7);
      for (let key = 0; key < 50; key++) lru.set(1_000 + round * 50 + key, key);
    }
    expect(lru.get(7)).toBe(7);
    expect(lru.get(8)).toBeUndefined();
  });

  it('counts weights, and keeps an entry above the capacity until the next one is added', () => {
    const lru = new Lru<string, number>(10, (weight) => weight);
    lru.set('a', 4);
    lru.set('b', 4);
    lru.set('heavy', 50);
    expect([lru.get('a'), lru.get('b'), lru.get('heavy')]).toEqual([undefined, undefined, 50]);
    lru.set('c', 1);
    expect([lru.get('heavy'), lru.get('c'), lru.size]).toEqual([undefined, 1, 1]);
  });

  it('behaves as a map for the entries that it still has (property)', () => {
    const step = fc.record({ does: fc.constantFrom('set', 'get', 'delete', 'clear'), key: fc.nat(12), weight: fc.nat(6) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 20 }), (steps, capacity) => {
        const lru = new Lru<number, { weight: number }>(capacity, ({ weight }) => weight);
        const model = new Map<number, { weight: number }>();
        const weightOf = (values: Iterable<{ weight: number }>): number => [...values].reduce((sum, { weight }) => sum + weight, 0);
        let full = false;
        for (const { does, key, weight } of steps) {
          const value = { weight };
          if (does === 'set') {
            lru.set(key, value);
            model.set(key, value);
            full ||= weightOf(model.values()) > capacity;
          } else if (does === 'delete') {
            lru.delete(key);
            model.delete(key);
          } else if (does === 'clear' && weight === 0) {
            lru.clear();
            model.clear();
          }
          const held = lru.get(key);
          if (held !== undefined) expect(held).toBe(model.get(key));
          if (does === 'set') expect(held).toBe(value);
        }
        const left = [...model].filter(([key]) => lru.get(key) !== undefined).map(([, value]) => value);
        expect(lru.size).toBe(left.length);
        if (!full) expect(left).toHaveLength(model.size);
        else if (left.length > 1) expect(weightOf(left)).toBeLessThanOrEqual(capacity);
      }),
    );
  });
});
