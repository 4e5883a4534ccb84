import { expect, test } from 'vitest';
import { afterOthers, changed, type Column, cut, typed } from './values.ts';

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

test('a time is edited as the one in Taipei, and one that nobody touched is not sent', () => {
  const [, , end] = columns as [Column, Column, Column];
  const row = { id: 1, end: '2026-11-17T16:10:00.000Z' };
  const draft = { end: typed(end, row.end) };
  expect(draft.end).toBe('2026-11-18T00:10');
  expect(typed(end, '2026-11-17T15:59:59.000Z')).toBe('2026-11-17T23:59:59');
  expect(typed(end, null)).toBe('');
  expect(changed(columns, draft, row)).toEqual({});
  expect(changed(columns, { end: '2026-11-18T08:00' }, row)).toEqual({ end: '2026-11-18T08:00' });
});

test('a long value is cut between characters', () => {
  expect(cut(`${'好'.repeat(59)}😀`)).toBe(`${'好'.repeat(59)}😀`);
  expect(cut(`${'好'.repeat(59)}😀用`)).toBe(`${'好'.repeat(59)}😀…`);
});

test('after others changed a row, its form has what was typed, and their values in all other fields', () => {
  const writable = columns.filter(({ isWritable }) => isWritable);
  const before = { name: 'a', end: null, open: false };
  const now = { name: 'b', end: '2026-11-17T16:10:00.000Z', open: false };
  const typing = { name: 'long text', end: '', open: 'true' };
  const { draft, others } = afterOthers(writable, typing, before, now);
  expect(draft).toEqual({ name: 'long text', end: '2026-11-18T00:10', open: 'true' });
  expect(others.map(({ name }) => name)).toEqual(['name', 'end']);
  expect(changed(writable, draft, now), 'saved over the newest row').toEqual({ name: 'long text', open: true });
});
