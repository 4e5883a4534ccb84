import { describe, expect, it } from 'vitest';
import { cardRefusalMessage } from './messages.ts';

describe('cardRefusalMessage', () => {
  it('has a Chinese text for every code of spec/3-purchase-flow §8', () => {
    const codes = [915, 2013, 9999, 10003, 10005, 10006, 10008, 10009, 10013, 10015, 10023, 10036, 10037, 10039, 10042, 10043];
    for (const code of codes) expect(cardRefusalMessage(code, 'English')).toMatch(new RegExp(`^\\[${code}\\] - .*\\p{Script=Han}`, 'u'));
  });

  it('falls back to the processor’s text, then to its own', () => {
    expect(cardRefusalMessage(91, 'Expired prime')).toBe('[91] - Expired prime');
    expect(cardRefusalMessage(91, ' ')).toBe('[91] - 付款失敗，請聯繫客服');
  });
});
