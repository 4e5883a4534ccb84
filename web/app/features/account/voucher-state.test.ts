import { expect, it } from 'vitest';
import { voucherState } from './voucher-state.ts';

it.each([
  ['active', 0, '可使用'],
  ['active', 300, '可使用'],
  ['out', 0, '已用完'],
  ['out', 300, '訂單保留中'],
  ['expired', 0, '已過期'],
] as const)('credit that is %s, with NT$%d in an open order, reads %s', (state, reserved, text) =>
  expect(voucherState({ state, reserved })).toBe(text),
);
