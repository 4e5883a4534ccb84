import { expect, test } from 'vitest';
import {
  agreesToAny,
  CONSENT_VERSION,
  consentText,
  FULL_CONSENT,
  NO_CONSENT,
  readConsent,
  REPORTED_PATH_MAX,
  reportedPath,
} from './consent.ts';

test('each purpose is agreed to alone, and the cookie keeps each', () => {
  for (const analysis of [true, false])
    for (const advertising of [true, false])
      for (const crm of [true, false]) {
        const given = { analysis, advertising, crm };
        expect(readConsent(consentText(given))).toEqual(given);
        expect(agreesToAny(given)).toBe(analysis || advertising || crm);
      }
  expect([consentText(FULL_CONSENT), consentText(NO_CONSENT)]).toEqual([`${CONSENT_VERSION}.111`, `${CONSENT_VERSION}.000`]);
});

test('what is no decision on this version is none', () => {
  for (const text of [undefined, '', `${CONSENT_VERSION}`, `${CONSENT_VERSION - 1}.111`, `${CONSENT_VERSION}.11`, `${CONSENT_VERSION}.112`])
    expect(readConsent(text), text).toBeUndefined();
});

test.each([
  ['/', '/'],
  ['/product/repair-essence', '/product/repair-essence'],
  ['/member/order', '/member/order'],
  ['/member/order/N123456789ABCDEF', '/'],
  ['/skin/sensitive', '/'],
  ['/group/G1', '/'],
  [`/blog/${'a'.repeat(REPORTED_PATH_MAX - 6)}`, `/blog/${'a'.repeat(REPORTED_PATH_MAX - 6)}`],
  [`/blog/${'a'.repeat(REPORTED_PATH_MAX - 5)}`, '/'],
])('a report of %s names %s: no address that says something about the visitor', (path, reported) =>
  expect(reportedPath(path)).toBe(reported),
);
