import { expect, it } from 'vitest';
import { voucherState } from './voucher-state.ts';

it.each([
  ['active', 0, 0, '可使用'],
  ['active', 300, 0, '可使用'],
  ['out', 0, 0, '已用完'],
  ['out', 300, 0, '訂單保留中'],
  ['out', 300, 100, '訂單保留中'],
  ['out', 0, 100, '已收回'],
  ['expired', 0, 0, '已過期'],
] as const)('credit that is %s, with NT$%d in an open order and NT$%d taken back, reads %s', (state, reserved, takenBack, text) =>
  expect(voucherState({ state, reserved, takenBack })).toBe(text),
);
