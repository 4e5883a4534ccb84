/** What a visitor may agree to, each alone (decisions.md 82): analysis, advertising, and the customer database (CRM). */
export const CONSENT_PURPOSES = ['analysis', 'advertising', 'crm'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];
export type ConsentGiven = Record<ConsentPurpose, boolean>;

/** Grows when a purpose or its explanation changes. A decision on an earlier version does not count. */
export const CONSENT_VERSION = 2 as const;

/**
 * Name of the first-party cookie with the decision. Scripts of the pages read it, so it is not `HttpOnly`. It holds no
 * identifier: every visitor with the same decision has the same value.
 */
export const CONSENT_COOKIE = 'consent';

export const NO_CONSENT: ConsentGiven = { analysis: false, advertising: false, crm: false };
export const FULL_CONSENT: ConsentGiven = { analysis: true, advertising: true, crm: true };

/** `2.101`: the version, then one digit for each purpose in order. */
export const consentText = (given: ConsentGiven): string =>
  `${CONSENT_VERSION}.${CONSENT_PURPOSES.map((purpose) => (given[purpose] ? 1 : 0)).join('')}`;

/** The decision of a cookie's value; undefined for no decision on this version. */
export function readConsent(text: string | undefined): ConsentGiven | undefined {
  const [version, digits = ''] = (text ?? '').split('.');
  if (version !== String(CONSENT_VERSION) || !/^[01]{3}$/.test(digits)) return undefined;
  return { analysis: digits[0] === '1', advertising: digits[1] === '1', crm: digits[2] === '1' };
}

export const agreesToAny = (given: ConsentGiven): boolean => CONSENT_PURPOSES.some((purpose) => given[purpose]);

/** Pages whose address says nothing about the visitor: no condition of the skin, no group, no order (decisions.md 80, 82). */
const NEUTRAL = /^\/($|(product|blog|event)(\/[^/]+)?$|payment$|result$|login$|register$|member\/(order|coupon|wishlist|info|follow)$)/;
/** Characters of a reported path. An article's address has up to 150 letters, each of which may take 12 characters in the path. */
export const REPORTED_PATH_MAX = 2_000;
/** The path that a report may have; that of the home page instead of another page's, and of a longer one. */
export const reportedPath = (path: string): string => (NEUTRAL.test(path) && path.length <= REPORTED_PATH_MAX ? path : '/');
