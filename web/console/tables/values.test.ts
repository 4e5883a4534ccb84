import { expect, test } from 'vitest';
import { afterOthers, changed, type Column, cut, typed, worded } from './values.ts';

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

test('what others changed includes what the caller may not write, without what follows from it', () => {
  const all = [column('product_price', 'json', false), column('post_changed_at', 'time'), column('post_is_published', 'boolean')];
  const before = { product_price: '{}', post_changed_at: '2026-11-17T16:10:00.000Z', post_is_published: false, post_isPublished: '0' };
  const now = { product_price: '[]', post_changed_at: '2026-11-18T16:10:00.000Z', post_is_published: true, post_isPublished: '1' };
  const { draft, others } = afterOthers([...all, column('post_isPublished', 'text', false)], {}, before, now);
  expect(others.map(({ name }) => name)).toEqual(['product_price', 'post_is_published']);
  expect(Object.keys(draft), 'the form has only what the caller may write').toEqual(['post_changed_at', 'post_is_published']);
});

test('a value is told as its field has it', () => {
  const [, name, end, open] = columns as [Column, Column, Column, Column];
  expect([worded(open, true), worded(open, false), worded(open, null)]).toEqual(['是', '否', '']);
  expect(worded(end, '2031-03-30T16:00:00.000Z')).toBe('2031-03-31T00:00');
  expect(worded(name, 'a')).toBe('a');
});
