import { v5 } from 'uuid';
import { expect, it } from 'vitest';
import { nameUuids } from './name-uuid.ts';

it('makes the UUIDv5 that the library makes', () => {
  const namespace = '7c1f0a52-93a4-5b0e-8a86-3f2d5d1f6c11';
  const idOf = nameUuids(namespace);
  const names = ['', 'order-AB12\ncommand\n0', '名字', ...Array.from({ length: 200 }, (_, index) => `name ${index}`)];
  expect(names.map((name) => idOf(name))).toEqual(names.map((name) => v5(name, namespace)));
});
