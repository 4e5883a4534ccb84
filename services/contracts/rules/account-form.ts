import { bareEmail, hasEmailForm, toE164 } from './recipient.ts';

/** Rules of the account forms (spec/2-accounts-and-members §5). The page shows a message after blur; the server checks again. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const REFERRAL_CODE_LENGTH = 10;
/** decisions.md 97 */
export const MIN_AGE = 20;
/** of the family name and the given name, in characters */
export const NAME_MAX = 40;
export const WISHLIST_MAX = 200;
/** for which an added way to sign in opens the account and proves nothing (infra/decisions/111) */
export const NEW_WAY_DAYS = 7;

export const accountMessages = {
  emptyCredentials: '請確認帳號與密碼欄位是否為空',
  alreadySignedIn: '目前已登入會員帳號，若要登入其他帳號請先登出',
  loginEmailInvalid: '輸入帳號格式錯誤',
  loginUnknown: '找不到此信箱註冊的帳戶',
  loginPasswordWrong: '帳號密碼有誤，請重新確認登入資訊',
  loginFailed: '未知錯誤請聯繫客服人員',
  signedIn: '登入成功',
  signedOut: '已登出',
  registered: '註冊成功',
  registerSignedIn: '目前已登入會員帳號，若要註冊新帳號請先登出',
  emailTaken: '此電子郵件已被註冊',
  nameEmpty: '請確認姓名欄位是否為空',
  nameTooLong: `姓氏與名字各最多 ${NAME_MAX} 個字`,
  nameSigns: '姓名不可含有網址或特殊符號，請修改後再試一次',
  privacy: '請閱讀隱私權政策並勾選同意',
  age: `請確認您已年滿 ${MIN_AGE} 歲`,
  email: 'Email 格式有誤',
  phone: '號碼格式錯誤',
  passwordRule: `密碼至少 ${PASSWORD_MIN} 個字，且需包含英文字母與數字`,
  passwordTooLong: `密碼最多 ${PASSWORD_MAX} 個字`,
  passwordMismatch: '兩次輸入的密碼不一致',
  passwordCurrentWrong: '目前的密碼有誤',
  resetEmpty: '請輸入欲重設密碼的信箱 Email',
  resetSent: '已將重設密碼連結發送至信箱',
  resetSentFromProfile: '重設密碼連結已寄至您的信箱',
  resetUnknown: '此電子郵件尚未註冊',
  resetLinkInvalid: '連結已失效，請重新申請重設密碼',
  birthday: '生日格式錯誤，請依年／月／日填寫',
  tooYoung: `需年滿 ${MIN_AGE} 歲才能使用本網站`,
  birthdayFixed: '生日設定後無法自行修改，如需更正請聯繫客服',
  saved: '資料已更新',
  inviteCopied: '邀請碼已複製',
  referralEmpty: '邀請碼不可為空！',
  referralFormat: '邀請碼為 10 碼大寫英文字母或數字，請輸入正確格式',
  referralBound: '邀請碼已使用，優惠券已發送至您的帳戶',
  referralBoundAlone: '邀請碼已使用',
  referralOwn: '無法與自己綁定',
  referralUnknown: '找不到此邀請碼的使用者，請確認是否輸入正確',
  referralTooLate: '首次下單後無法再綁定邀請碼',
  referralLaterMember: '只能綁定比您更早註冊的會員',
  referralUsed: '您已綁定過邀請碼，每位會員限使用一次',
  confirmLinkInvalid: '確認連結已失效，請重新寄送確認信',
  confirmSignIn: '請登入要確認的會員帳號，以完成電子郵件確認',
  confirmSent: '確認信已寄出，請至信箱點選連結',
  emailConfirmed: '電子郵件已確認',
  wayLinked: '此帳號已綁定其他的登入方式',
  wayLinkedElsewhere: '此社群帳號已綁定其他會員',
  noPassword: '此帳號未設定密碼',
  signInAnew: '請重新登入後再試一次',
  proveFirst: '為保護您的帳號，請先輸入密碼或重新登入，再變更登入方式',
  proven: '已確認身分',
  wayTooNew: `這個登入方式連結未滿 ${NEW_WAY_DAYS} 天，請先登出，改用原本的登入方式登入後再試一次`,
  pendingOver: '登入資料已逾時，請重新以社群帳號登入',
  lastWay: '至少需保留一種登入方式',
  addressNotPrintable: '地址含有無法列印的字元，請移除後再試一次',
  memberForgotten: '此帳號的個人資料已刪除',
  signInFirst: '請先登入會員',
  tooManyChanges: '變更次數過多，請明天再試',
  wished: '已加入願望清單',
  unwished: '已從願望清單中移除',
  wishlistFull: `願望清單最多可收藏 ${WISHLIST_MAX} 項商品`,
  wishlistEmpty: '目前尚未加入任何商品',
  noOrders: '目前沒有訂單',
} as const;

/** `請輸入{label}`, after the blur of a required field. */
export const requiredMessage = (label: string): string => `請輸入${label}`;

export const PASSWORD_STRENGTHS = ['weak', 'medium', 'medium-high', 'high'] as const;
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number];

/** At least 6 characters, with a letter and a digit. */
export const isPassword = (password: string): boolean =>
  password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX && /[A-Za-z]/.test(password) && /\d/.test(password);

/**
 * What the indicator shows. It counts lower case, upper case, digits, other characters, and a length of 10 and of 14;
 * a password against the rule is weak.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (!isPassword(password)) return 'weak';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const points = kinds + (password.length >= 10 ? 1 : 0) + (password.length >= 14 ? 1 : 0);
  if (points >= 5) return 'high';
  if (points === 4) return 'medium-high';
  return points === 3 ? 'medium' : 'weak';
}

/** What a mail program makes a link of, marks of markup, and signs that nobody sees. */
const NO_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\@:<>{}]|[\p{L}\p{N}][.。][A-Za-z]{2}/u;

/**
 * Whether a typed name may stand in the shop's mails. Anybody can register with somebody else's address, and the welcome begins
 * with the name: with a link in it, the shop would send that person a stranger's message.
 */
export const isPersonName = (name: string): boolean => !NO_NAME.test(name.normalize('NFKC'));

/** The form in which an account's e-mail address is compared: without spaces, in lower case. undefined if it is none. */
export function accountEmail(email: string): string | undefined {
  const bare = bareEmail(email);
  // Before its letters are changed: only then a sign that stands for another one is seen.
  return hasEmailForm(bare) && bare.length <= 100 ? bare.toLowerCase() : undefined;
}

/** E.164 of a member's mobile number (Taiwan); undefined if it is none. */
export const accountPhone = (phone: string): string | undefined => toE164('+886', phone);

/** A typed invite code: upper case, without spaces and dashes (decisions.md 4). undefined if it cannot be one. */
export function referralCode(code: string): string | undefined {
  const bare = code
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  return /^[A-Z0-9]{10}$/.test(bare) ? bare : undefined;
}

/** Whether a text of the form `YYYY-MM-DD` names a day that exists. JavaScript takes 31 February for 3 March. */
export function isRealDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** `YYYY-MM-DD` of a typed birthday; undefined if there is no such date. Full-width digits of Chinese keyboards count too. */
export function birthday(...typed: [year: string, month: string, day: string]): string | undefined {
  const [year = '', month = '', day = ''] = typed.map((part) => part.normalize('NFKC').trim());
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // JavaScript knows years of more digits, with a sign.
  return /^\d{4}$/.test(year) && isRealDay(text) && Number(year) >= 1900 ? text : undefined;
}

/** Whether somebody with this birthday has the minimum age on `today` (both `YYYY-MM-DD`, Taipei). */
export const isOldEnough = (born: string, today: string): boolean => born <= `${Number(today.slice(0, 4)) - MIN_AGE}${today.slice(4)}`;
