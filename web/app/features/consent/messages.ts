import type { ConsentPurpose } from '@nordhaut/contracts/consent';

export const SETTINGS_PATH = '/cookie-settings';

export const headings = { settings: 'Cookie 設定' } as const;

export const BANNER = {
  label: 'Cookie 同意',
  text: '購物車與登入需要必要的 Cookie。分析、廣告與會員行銷只在您同意之後進行，您可以隨時更改。',
  more: '個別設定',
  refuse: '全部拒絕',
  agree: '全部同意',
  failed: '無法儲存您的選擇，請再按一次。',
} as const;

/** Without cookies there is no consent to ask for either. */
export const COOKIES_REFUSED = '您的瀏覽器封鎖了 Cookie，因此無法使用購物車、結帳與登入。請在瀏覽器的設定允許 Cookie 後，重新載入這一頁。';

export const SAVED = '已儲存您的選擇';
export const SIGNAL = '您的瀏覽器送出「不要分享我的資料」的訊號（Global Privacy Control），我們視為全部拒絕。';

export const PURPOSE_TEXTS: Record<ConsentPurpose, { title: string; text: string }> = {
  analysis: {
    title: '流量分析',
    text: '以 Google Analytics 了解哪些頁面與商品被看見、購物流程在哪裡中斷。資料包含隨機的瀏覽器代號、看過與購買的商品、閱讀的文章與訂單金額。',
  },
  advertising: {
    title: '廣告成效',
    text: '以 Meta 的轉換 API 衡量廣告是否帶來訂單。電子郵件與手機號碼只以雜湊值提供，另含看過與購買的商品、金額、隨機的瀏覽器代號、網路位址與瀏覽器種類。',
  },
  crm: {
    title: '會員行銷',
    text: '會員的註冊、登入、購物車與訂單內容以會員代號提供給顧客關係管理系統，用來寄送適合您的優惠；訪客的訂單不帶代號。不含姓名與聯絡方式。',
  },
};
