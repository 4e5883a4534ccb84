import {
  accountEmail,
  accountMessages as messages,
  accountPhone,
  bareEmail,
  bareName,
  type ErrorCode,
  isEmail,
  isPassword,
  isPersonName,
  NAME_MAX,
  PASSWORD_MAX,
  referralCode,
  type RegisterRequest,
} from '@nordhaut/contracts';
import { refuse } from '@nordhaut/platform/http';
import type { RegisteredContact } from './member-events.ts';
import { readPlace } from './profile.ts';

/** A registration form that follows the rules of spec/2-accounts-and-members §5. */
export type Registration = {
  contact: RegisteredContact;
  /** lower case, for comparisons */
  email: string;
  /** empty where LINE or Facebook began it */
  password: string;
  /** null: none was typed */
  referral: string | null;
};

const no = (code: ErrorCode, message: string): never => refuse(400, code, message);

/**
 * Checks the form, in the order of the page. A referral code that cannot be one counts as none: at registration the
 * specification logs it and tells the user nothing (§4).
 * @param provider of a registration that LINE or Facebook began: it needs no password, and the provider's e-mail counts
 * @throws Rejected 400 with the code of the first fault
 */
export function readRegistration(form: RegisterRequest, provider?: { email: string | null }): Registration {
  const names = { firstName: bareName(form.firstName), lastName: bareName(form.lastName) };
  if (names.firstName === '' || names.lastName === '') return no('NAME_REQUIRED', messages.nameEmpty);
  if (names.firstName.length > NAME_MAX || names.lastName.length > NAME_MAX) return no('NAME_TOO_LONG', messages.nameTooLong);
  if (!isPersonName(form.firstName.trim()) || !isPersonName(form.lastName.trim())) return no('NAME_INVALID', messages.nameSigns);
  const given = provider?.email ?? '';
  const typed = bareEmail(accountEmail(given) === undefined ? (form.user_email ?? '') : given);
  const email = accountEmail(typed);
  if (email === undefined || !isEmail(typed)) return no('EMAIL_INVALID', messages.email);
  const { password = '' } = form;
  if (provider === undefined) checkPassword(password);
  const phone = accountPhone(form.user_phone);
  if (phone === undefined) return no('PHONE_INVALID', messages.phone);
  if (!form.privacyAccepted) return no('PRIVACY_NOT_ACCEPTED', messages.privacy);
  if (!form.ageConfirmed) return no('AGE_NOT_CONFIRMED', messages.age);
  return {
    contact: { ...names, email: typed, phone, ...readPlace(form) },
    email,
    password,
    referral: referralCode(form.referralCode ?? '') ?? null,
  };
}

function checkPassword(password: string): void {
  if (password.length > PASSWORD_MAX) no('PASSWORD_INVALID', messages.passwordTooLong);
  if (!isPassword(password)) no('PASSWORD_INVALID', messages.passwordRule);
}
