export { type LegalText, plainText } from './document.ts';
export { PRIVACY } from './privacy.ts';
export { TERMS_OF_SERVICE } from './terms.ts';
