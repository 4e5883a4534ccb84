import { hash } from 'node:crypto';
import { type LegalText, plainText } from './document.ts';
import { PRIVACY } from './privacy.ts';
import { TERMS_OF_SERVICE } from './terms.ts';

/** A text that somebody agreed to. `hash`: hex SHA-256 of its plain text */
export type Agreement = { version: string; hash: string };

/** The texts that a member or a buyer agrees to. Events record their versions and hashes. */
export type Agreements = { terms: Agreement; privacy: Agreement };

const agreementOn = (text: LegalText): Agreement => ({ version: text.version, hash: hash('sha256', plainText(text), 'hex') });

export const legalAgreements: Agreements = { terms: agreementOn(TERMS_OF_SERVICE), privacy: agreementOn(PRIVACY) };
