import { headings } from './messages.ts';

/** The pages of the help centre in the order of its list (spec/1-catalogue-and-content §2). */
export const HELP_PAGES = [
  { to: '/help/cs-landing', label: headings.landing },
  { to: '/help/contact-us', label: headings.contact },
  { to: '/help/faq', label: headings.faq },
  { to: '/help/payment-options', label: headings.payment },
  { to: '/help/return-order', label: headings.returns },
  { to: '/help/termsAndConditions', label: headings.terms },
  { to: '/help/privacy', label: headings.privacy },
] as const;
