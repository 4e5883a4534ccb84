import {
  accountMessages as messages,
  accountPhone,
  bareName,
  birthday,
  type ErrorCode,
  isOldEnough,
  isPersonName,
  isPrintable,
  NAME_MAX,
  type ProfileChange,
} from '@nordhaut/contracts';
import { refuse } from '@nordhaut/platform/http';
import type { MemberContact, Place } from './member-events.ts';

const no = (code: ErrorCode, message: string): never => refuse(400, code, message);

/**
 * The changes of a profile form (spec/2-accounts-and-members §5). Fields that are missing stay.
 * @param today `YYYY-MM-DD` in Taipei
 * @throws Rejected 400 with the code of the first fault
 */
export function readProfile(form: ProfileChange, today: string): Partial<MemberContact> {
  const changes: Partial<MemberContact> = {};
  for (const name of ['firstName', 'lastName'] as const) {
    const typed = form[name]?.trim();
    if (typed === undefined) continue;
    const value = bareName(typed);
    if (value === '') return no('NAME_REQUIRED', messages.nameEmpty);
    if (value.length > NAME_MAX) return no('NAME_TOO_LONG', messages.nameTooLong);
    if (!isPersonName(typed)) return no('NAME_INVALID', messages.nameSigns);
    changes[name] = value;
  }
  if (form.user_phone !== undefined) changes.phone = accountPhone(form.user_phone) ?? no('PHONE_INVALID', messages.phone);
  if (form.user_gender !== undefined) changes.gender = form.user_gender;
  if (form.user_birthday !== undefined) changes.birthday = readBirthday(form.user_birthday, today);
  return { ...changes, ...readPlace(form) };
}

/** The parts of a home address that the form has. @throws Rejected 400 */
export function readPlace(form: Pick<ProfileChange, 'user_city' | 'user_urban_area' | 'user_address'>): Partial<Place> {
  const place: Partial<Place> = {};
  const typedParts = { city: form.user_city, district: form.user_urban_area, address: form.user_address };
  for (const [name, typed] of Object.entries(typedParts) as [keyof Place, string | undefined][]) {
    const value = typed?.trim();
    if (value === undefined) continue;
    if (!isPrintable(value)) return no('ADDRESS_NOT_DELIVERABLE', messages.addressNotPrintable);
    place[name] = value;
  }
  return place;
}

/** @throws Rejected 400 for a date that is none, or of somebody too young */
export function readBirthday(typed: string, today: string): string {
  const [year = '', month = '', day = '', ...rest] = typed.trim().split(/[-/]/);
  const born = rest.length > 0 ? undefined : birthday(year, month, day);
  if (born === undefined) return no('BIRTHDAY_INVALID', messages.birthday);
  return isOldEnough(born, today) ? born : no('TOO_YOUNG', messages.tooYoung);
}
