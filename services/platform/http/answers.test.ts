import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkAnswers } from './answers.ts';

const serialize = checkAnswers({ schema: z.object({ total: z.number() }), method: 'GET', url: '/api/carts/:id', httpStatus: '200' });

it('sends an answer that has only the fields of its schema', () => {
  expect(serialize({ total: 980 })).toBe('{"total":980}');
});

it('names the route and the field that the schema does not have', () => {
  expect(() => serialize({ total: 980, phone: '0912345678' })).toThrow(/GET \/api\/carts\/:id .*phone/s);
});
