import { accountMessages } from '@nordhaut/contracts';
import { describe, expect, it } from 'vitest';
import { member } from './member.fixture.ts';
import { profileChange, profileFields, profileProblems } from './profile-fields.ts';

const fields = profileFields(member);
const problems = (change: Partial<typeof fields>) => profileProblems('2026-11-22')({ ...fields, ...change });

describe('the profile', () => {
  it('accepts an empty birthday and address', () => expect(problems({})).toEqual({}));

  it.each([
    [{ year: '1990', month: '2', day: '30' }, { year: accountMessages.birthday }],
    [{ year: '1990', month: '', day: '' }, { year: accountMessages.birthday }],
    [{ year: '2006', month: '11', day: '23' }, { year: accountMessages.tooYoung }],
    [{ year: '2006', month: '11', day: '22' }, {}],
    [{ firstName: ' ' }, { firstName: '請輸入姓氏' }],
    [{ user_phone: '123' }, { user_phone: accountMessages.phone }],
    [{ user_city: '臺北市' }, { user_urban_area: '請選擇鄉鎮市區' }],
  ])('looks at %o', (change, found) => expect(problems(change)).toEqual(found));

  it('sends what has changed only, and a birthday once', () => {
    const typed = { ...fields, lastName: '小明', year: '1990', month: '2', day: '3', user_gender: 'MALE' };
    expect(profileChange(typed, fields)).toEqual({ lastName: '小明', user_gender: 'MALE', user_birthday: '1990-02-03' });
    expect(profileChange(typed, typed)).toEqual({});
    const saved = profileFields({ ...member, lastName: '小明', user_gender: 'MALE', user_birthday: '1990-02-03' });
    expect(profileChange({ ...saved, user_phone: ' 0912345678 ' }, saved)).toEqual({});
  });
});
