import { accountMessages, type PasswordStrength } from '@nordhaut/contracts';
import { SIGN_IN, signInState } from './sign-in-state.ts';

/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  login: '會員登入',
  register: '註冊會員',
  complete: '完成會員資料',
  forgot: '忘記密碼？',
  newPassword: '設定新密碼',
  linkEnded: '連結已失效',
  confirm: '確認電子郵件',
  noAccount: '還不是會員？',
  orders: '我的訂單',
  order: '訂單明細',
  coupons: '優惠券與購物金',
  ownCoupons: '優惠券',
  usedCoupons: '已使用的優惠券',
  vouchers: '購物金',
  info: '會員資料',
  wishlist: '願望清單',
  follow: 'LINE 好友',
  profile: '基本資料',
  invite: '邀請碼',
  password: '密碼',
  ways: '登入方式',
  deleting: '刪除帳號',
  confirmDelete: '確定要刪除帳號嗎？',
  empty: '目前沒有訂單',
  emptyWishlist: '目前尚未加入任何商品',
  emptyCoupons: '目前沒有優惠券',
  signedIn: '您已登入',
  addFriend: '加入好友',
};

export const STRENGTH_LABELS: Readonly<Record<PasswordStrength, string>> = { weak: '弱', medium: '中', 'medium-high': '中高', high: '高' };

export const messages = {
  ordersLoading: '訂單載入中',
  statusLoading: '正在更新最新訂單狀態',
  facebookClosed: '您已取消 Facebook 登入，尚未完成登入',
  facebookFailed: 'Facebook 登入失敗，請再試一次，或改用其他方式登入',
  phoneForAccount: '註冊會員需填寫台灣手機號碼，若不註冊請取消勾選「同時註冊會員」',
  hasAccount: '這個電子郵件或社群帳號已有會員，請先以原本的方式登入，再到會員資料連結',
  lineFailed: 'LINE 登入失敗，請再試一次，或改用其他方式登入',
  lineClosed: '您已取消 LINE 登入，尚未完成登入',
  pendingEnded: '登入資料已逾時，請重新以 LINE 或 Facebook 登入',
  confirmSent: '確認信已重新寄出，請至信箱點選連結',
  emailAsked: '確認信已寄至新的電子郵件，請點選信中的連結',
  confirmed: '電子郵件已確認',
  passwordChanged: '密碼已變更',
  passwordReset: '密碼已重新設定，請以新密碼登入',
  /** the link has ended after a sending without an answer */
  maybeReset: '這個連結已失效。您剛才設定的新密碼可能已經生效，請先以新密碼登入；若無法登入，再重新申請重設密碼。',
  linked: '已連結登入方式',
  proveByPassword: '為保護您的帳號，請輸入密碼。',
  proveBySignIn: '為保護您的帳號，這項變更須在登入後 10 分鐘內進行。',
  linksEnd: '變更密碼後，LINE 與 Facebook 的連結會一併解除，請再重新連結。',
  unlinked: '已解除連結',
  deleted: '帳號已刪除，感謝您的支持',
  copyFailed: '無法自動複製，請長按邀請碼手動複製',
} as const;

/** Failures that a page shows when a provider's callback returns to it. */
export function failureOf(login: string | null, state: string | null): string | undefined {
  const answer = signInState(state);
  if (answer === null || answer === SIGN_IN.done || answer === SIGN_IN.incomplete) return undefined;
  if (answer === SIGN_IN.linkedElsewhere) return messages.hasAccount;
  if (login === 'fb') return answer === SIGN_IN.closed ? messages.facebookClosed : messages.facebookFailed;
  if (login !== 'line') return undefined;
  return answer === SIGN_IN.closed ? messages.lineClosed : messages.lineFailed;
}

/** What a page says to a member who comes back to it from linking a way; undefined after a success, which a toast says. */
export function linkFailureOf(search: URLSearchParams): string | undefined {
  const answer = signInState(search.get('state'));
  if (!search.has('link') || answer === null || answer === SIGN_IN.done) return undefined;
  if (answer === SIGN_IN.linkedElsewhere) return accountMessages.wayLinkedElsewhere;
  if (answer === SIGN_IN.unproven) return accountMessages.proveFirst;
  const way = search.get('login') === 'fb' ? 'Facebook' : 'LINE';
  return answer === SIGN_IN.closed ? `您已取消，尚未連結 ${way}` : `未能連結 ${way}，請再試一次`;
}
