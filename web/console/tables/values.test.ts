import { expect, test } from 'vitest';
import { changed, type Column } from './values.ts';

const column = (name: string, type: Column['type'], isWritable = true): Column => ({ name, type, isWritable });
const columns = [column('id', 'integer', false), column('name', 'text'), column('end', 'time'), column('open', 'boolean')];

test('only fields that were changed are sent, in the form of their column', () => {
  const row = { id: 1, name: 'a', end: '2026-01-01T00:00:00.000Z', open: false };
  expect(changed(columns, { name: 'a', end: '', open: 'true', id: '9' }, row)).toEqual({ end: null, open: true });
  expect(changed(columns, {}, row)).toEqual({});
});

test('a new row has the fields that hold something', () => {
  expect(changed(columns, { name: 'b', end: '', id: '9' }, undefined)).toEqual({ name: 'b' });
});
