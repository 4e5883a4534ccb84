import { accountMessages } from '@nordhaut/contracts';
import { describe, expect, it } from 'vitest';
import {
  emailProblem,
  emptyRegistration,
  isButtonOpen,
  passwordProblem,
  registerAlert,
  registerProblems,
  registerRequest,
} from './form-rules.ts';

const filled = {
  ...emptyRegistration('ming@example.com'),
  firstName: '王',
  lastName: '大明',
  password: 'abc123',
  confirmation: 'abc123',
  user_phone: '0912345678',
  privacyAccepted: true,
  ageConfirmed: true,
};

describe('the registration form', () => {
  it('finds nothing in a complete form', () => expect(registerProblems('email')(filled)).toEqual({}));

  it('names each missing field by its label', () =>
    expect(registerProblems('email')(emptyRegistration())).toEqual({
      firstName: '請輸入姓氏',
      lastName: '請輸入名字',
      user_email: '請輸入電子郵件',
      password: '請輸入密碼',
      confirmation: '請輸入確認密碼',
      user_phone: '請輸入手機號碼',
      ageConfirmed: accountMessages.age,
      privacyAccepted: accountMessages.privacy,
    }));

  it('says at an attempt to send it that a name is missing', () => {
    expect(registerAlert({ ...filled, lastName: ' ' })).toBe('請確認姓名欄位是否為空');
    expect(registerAlert({ ...filled, firstName: '' })).toBe('請確認姓名欄位是否為空');
    expect(registerAlert(filled)).toBeUndefined();
  });

  it('names a field by the label that it has on its page', () => {
    expect(passwordProblem('', '新密碼')).toBe('請輸入新密碼');
    expect(emailProblem(' ', accountMessages.email, '新的電子郵件')).toBe('請輸入新的電子郵件');
  });

  it.each([
    [{ firstName: 'evil.example' }, { firstName: accountMessages.nameSigns }],
    [{ user_email: 'ming@' }, { user_email: accountMessages.email }],
    [{ user_phone: '02-12345678' }, { user_phone: accountMessages.phone }],
    [{ password: 'abcdef', confirmation: 'abcdef' }, { password: accountMessages.passwordRule }],
    [{ confirmation: 'abc124' }, { confirmation: accountMessages.passwordMismatch }],
    [{ referralCode: 'ABC' }, { referralCode: accountMessages.referralFormat }],
  ])('refuses %o', (change, problems) => expect(registerProblems('email')({ ...filled, ...change })).toEqual(problems));

  it('takes a name that was pasted with signs that nobody sees, and sends it without them', () => {
    const typed = { ...filled, firstName: '\u202a王\u202c', lastName: '\u200bO\u0302ng' };
    expect(registerProblems('email')(typed)).toEqual({});
    expect(registerRequest('email', 'email', typed)).toMatchObject({ firstName: '王', lastName: 'Ông' });
  });

  it('asks a LINE or Facebook user for no password, and for an e-mail only where the provider gave none', () => {
    const typed = { ...filled, password: '', confirmation: '', user_email: '' };
    expect(registerProblems('provider')(typed)).toEqual({});
    expect(Object.keys(registerProblems('provider-mail')(typed))).toEqual(['user_email']);
  });

  it('opens its button when the passwords match and both boxes are ticked', () => {
    expect(isButtonOpen('email', filled)).toBe(true);
    expect(isButtonOpen('email', { ...filled, confirmation: 'abc124' })).toBe(false);
    expect(isButtonOpen('email', { ...filled, privacyAccepted: false })).toBe(false);
    expect(isButtonOpen('email', { ...filled, ageConfirmed: false })).toBe(false);
    expect(isButtonOpen('provider', { ...filled, password: '' })).toBe(true);
  });

  it('sends an invite code in its bare form and leaves out what is not needed', () => {
    expect(registerRequest('provider', 'line', { ...filled, referralCode: 'abcd-efgh23' })).toEqual({
      firstName: '王',
      lastName: '大明',
      user_phone: '0912345678',
      method: 'line',
      referralCode: 'ABCDEFGH23',
      privacyAccepted: true,
      ageConfirmed: true,
    });
  });
});
