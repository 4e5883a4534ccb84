import { expect, it } from 'vitest';
import { validity } from './validity.ts';

it.each([
  [604_800, '2026-12-04T04:00:00.000Z', '獲得後 7 天內有效，2026/12/04 12:00 前可使用'],
  [604_800, null, '獲得後 7 天內有效'],
  [7_200, null, '獲得後 2 小時內有效'],
  [null, '2026-12-04T04:00:00.000Z', '2026/12/04 12:00 前可使用'],
  [null, null, '無使用期限'],
])('a coupon with the period %s and the end %s reads %s', (period, endsAt, text) => expect(validity(period, endsAt)).toBe(text));
