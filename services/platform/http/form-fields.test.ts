import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BadForm, formToBody, parseForm } from './form-fields.ts';

describe('parseForm', () => {
  it('keeps order, empty fields, white space and case', () => {
    expect(parseForm('b=&A=+x+&c&d=1%3D2%26=3')).toEqual([
      ['b', ''],
      ['A', ' x '],
      ['c', ''],
      ['d', '1=2&=3'],
    ]);
  });
  it.each([
    'a=%',
    'a=%zz',
    'a=%C3%28',
    '%=1',
    'a=1&a=2',
    'a=1&%61=2',
    '__proto__=1',
    'constructor=x',
    Array.from({ length: 201 }, (_, n) => `f${n}=`).join('&'),
  ])('refuses %s', (text) => {
    expect(() => parseForm(text)).toThrow(BadForm);
  });
});

describe('formToBody', () => {
  const schema = z.object({
    text: z.string(),
    maybe: z.nullable(z.optional(z.string())),
    tier: z._default(z.enum(['ORIGIN', 'MEMBER']), 'ORIGIN'),
    count: z._default(z.int(), 1),
    items: z.array(z.object({ id: z.int() })),
    payment: z.discriminatedUnion('type', [z.object({ type: z.literal('COD') })]),
  });
  it('parses JSON in fields that are not text in the schema', () => {
    const fields = parseForm(
      'text=12&maybe=null&tier=MEMBER&count=3&items=%5B%7B%22id%22%3A1%7D%5D&payment=%7B%22type%22%3A%22COD%22%7D&other=%7B%7D',
    );
    expect(formToBody(fields, schema, JSON.parse)).toEqual({
      text: '12',
      maybe: 'null',
      tier: 'MEMBER',
      count: 3,
      items: [{ id: 1 }],
      payment: { type: 'COD' },
      other: '{}',
    });
  });
  it('turns digits into numbers where the schema wants numbers, also in lists and unions', () => {
    const named = z.object({
      lines: z.array(z.union([z.object({ id: z.int(), name: z.string() }), z.object({ product_id: z.int(), tier: z.string() })])),
      credit: z._default(z.int(), 0),
    });
    const lines = [{ id: '7', name: '7' }, { product_id: '-8', tier: '1' }, { product_id: '1e3', other: '9' }, ['5'], '6', null];
    const fields: [string, string][] = [
      ['lines', JSON.stringify(lines)],
      ['credit', '"50"'],
    ];
    expect(formToBody(fields, named, JSON.parse)).toEqual({
      lines: [{ id: 7, name: '7' }, { product_id: -8, tier: '1' }, { product_id: '1e3', other: '9' }, ['5'], '6', null],
      credit: 50,
    });
  });
  it('leaves a value that is not JSON unchanged', () => {
    expect(formToBody(parseForm('count=many&items='), schema, JSON.parse)).toEqual({ count: 'many', items: '' });
  });
});
