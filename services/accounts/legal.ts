import { hash } from 'node:crypto';
import { type LegalText, plainText, PRIVACY, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import type { Agreement } from './member-events.ts';

/** The texts that a member agrees to. Events record their versions and hashes. */
export type Agreements = { terms: Agreement; privacy: Agreement };

const agreementOn = (text: LegalText): Agreement => ({ version: text.version, hash: hash('sha256', plainText(text), 'hex') });

export const legalAgreements: Agreements = { terms: agreementOn(TERMS_OF_SERVICE), privacy: agreementOn(PRIVACY) };
