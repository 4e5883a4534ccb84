export { type DatedText, type LegalText, plainText } from './document.ts';
export { PAYMENT_OPTIONS } from './payment.ts';
export { PRIVACY } from './privacy.ts';
export { RETURN_RULES } from './returns.ts';
export { TERMS_OF_SERVICE } from './terms.ts';
