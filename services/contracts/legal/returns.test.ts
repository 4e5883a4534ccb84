import { expect, test } from 'vitest';
import { plainText } from './document.ts';
import { RETURN_RULES } from './returns.ts';
import { TERMS_OF_SERVICE } from './terms.ts';

test('the terms except gifts that stay with the buyer, as the return rules do (decisions.md 65)', () => {
  for (const text of [RETURN_RULES, TERMS_OF_SERVICE].map(plainText)) {
    expect(text).toContain('未寄回的贈品，退款時以贈送時的價值扣除，最多扣到退款金額為止');
    expect(text).toContain('除了未寄回的贈品之外');
    expect(text).not.toContain('也不扣除任何費用');
  }
});
