import {
  accountEmail,
  accountMessages as messages,
  accountPhone,
  bareName,
  isPassword,
  isPersonName,
  NAME_MAX,
  PASSWORD_MAX,
  referralCode,
  type RegisterRequest,
  requiredMessage,
} from '@nordhaut/contracts';
import type { Problems } from './use-fields.ts';

export const LABELS = {
  firstName: '姓氏',
  lastName: '名字',
  user_email: '電子郵件',
  password: '密碼',
  confirmation: '確認密碼',
  newPassword: '新密碼',
  newEmail: '新的電子郵件',
  user_phone: '手機號碼',
  referralCode: '邀請碼',
} as const;

/** The registration form as typed (spec/2-accounts-and-members §2). */
export type RegisterFields = Record<Exclude<keyof typeof LABELS, 'newPassword' | 'newEmail'>, string> & {
  privacyAccepted: boolean;
  ageConfirmed: boolean;
};

/** `e-mail`: plain; `provider`: the profile of a LINE or Facebook user; `provider-mail`: the provider gave no e-mail. */
export type RegisterKind = 'email' | 'provider' | 'provider-mail';

export const emptyRegistration = (email = ''): RegisterFields => ({
  firstName: '',
  lastName: '',
  user_email: email,
  password: '',
  confirmation: '',
  user_phone: '',
  referralCode: '',
  privacyAccepted: false,
  ageConfirmed: false,
});

/** @param invalid the message for what is no e-mail; signing in has its own. `label`: of the field */
export function emailProblem(typed: string, invalid: string = messages.email, label: string = LABELS.user_email): string | undefined {
  if (typed.trim() === '') return requiredMessage(label);
  return accountEmail(typed) ? undefined : invalid;
}

export function phoneProblem(typed: string): string | undefined {
  if (typed.trim() === '') return requiredMessage(LABELS.user_phone);
  return accountPhone(typed) ? undefined : messages.phone;
}

/** Of a password that is set. @param label of the field */
export function passwordProblem(typed: string, label: string = LABELS.password): string | undefined {
  if (typed === '') return requiredMessage(label);
  if (typed.length > PASSWORD_MAX) return messages.passwordTooLong;
  return isPassword(typed) ? undefined : messages.passwordRule;
}

export function confirmationProblem(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return requiredMessage(LABELS.confirmation);
  return password === confirmation ? undefined : messages.passwordMismatch;
}

export function nameProblem(name: 'firstName' | 'lastName', typed: string): string | undefined {
  const bare = bareName(typed);
  if (bare === '') return requiredMessage(LABELS[name]);
  if (bare.length > NAME_MAX) return messages.nameTooLong;
  return isPersonName(bare) ? undefined : messages.nameSigns;
}

/** Only the problems, in the order of the form. */
export const onlyFound = <Name extends string>(all: { [Field in Name]?: string | undefined }): Problems<Name> =>
  Object.fromEntries(Object.entries(all).filter(([, message]) => message !== undefined)) as Problems<Name>;

export const registerProblems =
  (kind: RegisterKind) =>
  (fields: RegisterFields): Problems<keyof RegisterFields> =>
    onlyFound<keyof RegisterFields>({
      firstName: nameProblem('firstName', fields.firstName),
      lastName: nameProblem('lastName', fields.lastName),
      ...(kind !== 'provider' && { user_email: emailProblem(fields.user_email) }),
      ...(kind === 'email' && {
        password: passwordProblem(fields.password),
        confirmation: confirmationProblem(fields.password, fields.confirmation),
      }),
      user_phone: phoneProblem(fields.user_phone),
      referralCode: fields.referralCode.trim() === '' || referralCode(fields.referralCode) ? undefined : messages.referralFormat,
      ageConfirmed: fields.ageConfirmed ? undefined : messages.age,
      privacyAccepted: fields.privacyAccepted ? undefined : messages.privacy,
    });

/** What the form says beside its messages at the fields, after an attempt to send it (spec/2-accounts-and-members §5). */
export const registerAlert = ({ firstName, lastName }: Pick<RegisterFields, 'firstName' | 'lastName'>): string | undefined =>
  firstName.trim() === '' || lastName.trim() === '' ? messages.nameEmpty : undefined;

/** What the button waits for (spec/2-accounts-and-members §2): equal passwords and ticked boxes. Other problems show messages. */
export const isButtonOpen = (kind: RegisterKind, fields: RegisterFields): boolean =>
  fields.privacyAccepted &&
  fields.ageConfirmed &&
  (kind !== 'email' || (fields.password !== '' && fields.password === fields.confirmation));

export function registerRequest(kind: RegisterKind, method: RegisterRequest['method'], fields: RegisterFields): RegisterRequest {
  const code = referralCode(fields.referralCode);
  return {
    firstName: bareName(fields.firstName),
    lastName: bareName(fields.lastName),
    user_phone: fields.user_phone.trim(),
    ...(kind !== 'provider' && { user_email: fields.user_email.trim() }),
    ...(kind === 'email' && { password: fields.password }),
    ...(method && { method }),
    ...(code && { referralCode: code }),
    privacyAccepted: fields.privacyAccepted,
    ageConfirmed: fields.ageConfirmed,
  };
}

/** The field that a refusal of the server belongs to. */
export const FIELD_OF: Readonly<Record<string, keyof RegisterFields>> = {
  EMAIL_TAKEN: 'user_email',
  EMAIL_INVALID: 'user_email',
  EMAIL_REQUIRED: 'user_email',
  PHONE_INVALID: 'user_phone',
  NAME_INVALID: 'firstName',
  NAME_REQUIRED: 'firstName',
  NAME_TOO_LONG: 'firstName',
  PASSWORD_INVALID: 'password',
  PASSWORD_WEAK: 'password',
  REFERRAL_CODE_INVALID: 'referralCode',
};
