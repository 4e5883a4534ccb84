import {
  accountMessages as messages,
  birthday,
  isOldEnough,
  isPrintable,
  type Member,
  type ProfileChange,
  toNationalPhone,
  withoutInvisible,
} from '@nordhaut/contracts';
import { nameProblem, onlyFound, phoneProblem } from './form-rules.ts';
import type { Problems } from './use-fields.ts';

export type ProfileFields = {
  firstName: string;
  lastName: string;
  user_phone: string;
  user_gender: string;
  year: string;
  month: string;
  day: string;
  user_city: string;
  user_urban_area: string;
  user_address: string;
};

export function profileFields(member: Member): ProfileFields {
  const [year = '', month = '', day = ''] = member.user_birthday?.split('-') ?? [];
  const { firstName, lastName, user_city, user_urban_area, user_address } = member;
  const user_phone = toNationalPhone(member.user_phone);
  return {
    firstName,
    lastName,
    user_phone,
    user_gender: member.user_gender ?? '',
    year,
    month,
    day,
    user_city,
    user_urban_area,
    user_address,
  };
}

const isEmptyBirthday = ({ year, month, day }: ProfileFields): boolean => year + month + day === '';

/** `today`: `YYYY-MM-DD` in Taipei. An empty birthday stays unknown. */
export const profileProblems =
  (today: string) =>
  (fields: ProfileFields): Problems<keyof ProfileFields> =>
    onlyFound<keyof ProfileFields>({
      firstName: nameProblem('firstName', fields.firstName),
      lastName: nameProblem('lastName', fields.lastName),
      user_phone: phoneProblem(fields.user_phone),
      year: birthdayProblem(fields, today),
      user_urban_area: fields.user_city && !fields.user_urban_area ? '請選擇鄉鎮市區' : undefined,
      user_address: isPrintable(withoutInvisible(fields.user_address)) ? undefined : messages.addressNotPrintable,
    });

function birthdayProblem(fields: ProfileFields, today: string): string | undefined {
  if (isEmptyBirthday(fields)) return undefined;
  const born = birthday(fields.year, fields.month, fields.day);
  if (born === undefined) return messages.birthday;
  return isOldEnough(born, today) ? undefined : messages.tooYoung;
}

/**
 * What the member has changed since the form had `before`. A field that another page saved meanwhile stays as it was saved. The
 * birthday is sent once, because the shop keeps the first one.
 */
export function profileChange(fields: ProfileFields, before: ProfileFields): ProfileChange {
  const change: ProfileChange = {};
  for (const name of ['firstName', 'lastName', 'user_phone', 'user_city', 'user_urban_area', 'user_address'] as const) {
    const typed = withoutInvisible(fields[name]).trim();
    if (typed !== before[name].trim()) change[name] = typed;
  }
  if (fields.user_gender !== '' && fields.user_gender !== before.user_gender)
    change.user_gender = fields.user_gender as NonNullable<ProfileChange['user_gender']>;
  const born = isEmptyBirthday(before) && !isEmptyBirthday(fields) && birthday(fields.year, fields.month, fields.day);
  if (born) change.user_birthday = born;
  return change;
}
