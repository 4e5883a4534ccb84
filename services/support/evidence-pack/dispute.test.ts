import { hash } from 'node:crypto';
import { plainText, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import { expect, test } from 'vitest';
import { termsAgreed } from './dispute.ts';

test('the terms are those of the order: an earlier text is named by its hash, and the text of today never stands in for it', () => {
  const today = hash('sha256', plainText(TERMS_OF_SERVICE), 'hex');
  const agreed = { version: TERMS_OF_SERVICE.version, hash: today };
  expect(termsAgreed('terms', TERMS_OF_SERVICE, agreed)).toMatchObject({ digest: today, text: plainText(TERMS_OF_SERVICE) });
  const earlier = { version: '2026-01-01', hash: 'a'.repeat(64) };
  const shown = termsAgreed('terms', TERMS_OF_SERVICE, earlier);
  expect(shown).toMatchObject({ version: '2026-01-01', digest: earlier.hash, text: undefined });
  expect(shown.note).toContain('已改版');
  // A text that was changed without a new version is another text.
  expect(termsAgreed('terms', TERMS_OF_SERVICE, { ...agreed, hash: earlier.hash }).text).toBeUndefined();
});
