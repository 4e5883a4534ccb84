import { formatMoney, formMessages, quantityMessages } from '@nordhaut/contracts';

/** Messages of the price engine (spec/3-purchase-flow §5, §6, §8). */
export const messages = {
  cartEmpty: formMessages.cartEmpty,
  unknownProduct: '找不到此商品，可能已下架',
  unavailable: (name: string) => `「${name}」商品缺貨中，請自購物車移除後再結帳`,
  notForSale: (name: string) => `「${name}」無法單獨購買`,
  memberOnly: '會員價僅限會員購買，請先登入會員',
  needsMainProduct: formMessages.needsMainProduct,
  additionalOnce: '加購商品每項限購一件',
  overLimit: quantityMessages.overLimit,
  couponsForMembers: '優惠券僅限會員使用，請先登入會員',
  creditForMembers: '購物金僅限會員使用，請先登入會員',
  creditNotEnough: (available: number) => `購物金餘額不足，目前可用 ${formatMoney(available)}`,
  walletClosed: '此會員帳號已刪除，無法使用優惠券與購物金',
  memberGone: '此會員帳號已刪除',
  creditOutOfRange: (most: number) => `購物金須為 1 至 ${formatMoney(most)} 的整數`,
  creditUnknown: '找不到這筆購物金，或已收回',
  proposalOpen: '此會員已有一筆待覆核的購物金',
  proposalUnknown: '找不到這筆待覆核的購物金，可能已由他人處理',
  proposalOwn: '購物金須由另一位同仁覆核',
  tooManyOrders: '使用優惠券與購物金的結帳次數過多，請明天再試',
  orderEnded: '此筆訂單已結束，請重新下單',
  couponEnded: '此優惠券已終止，無法再修改',
  couponsChanged: (names: string) => `其他人剛變更了優惠券 ${names}，您的內容尚未儲存，也都還在；請確認下列變更，再檢查與儲存一次`,
  quantityTooLow: (taken: number) => `優惠券數量不可少於已使用與保留的 ${taken} 張`,
  noCashForNothing: '訂單金額為 0 元，無需付款，請勿選擇貨到付款',
  giftGone: '贈品已變動，請確認後再結帳',
  priceChanged: '金額已更新，請確認新的金額後再結帳',
  tooManyCodes: '嘗試次數過多，請稍後再試',
  couponBound: '優惠券已加入您的帳戶',
  // states of a coupon (spec/3-purchase-flow §8)
  couponApplied: '優惠已套用',
  couponUnknown: '查無此優惠券代碼',
  couponExpired: '優惠券已過期',
  couponNotStarted: '優惠券尚未開始',
  couponSoldOut: '限量優惠券，已全數領取完畢',
  couponUsedUp: '此優惠券已達使用次數上限',
  couponCondition: '購物車未符合此優惠券的使用條件',
  couponNoProduct: '購物車內沒有適用此優惠券的商品',
  couponNoGift: '此優惠券目前沒有可提供的贈品',
  couponTooFew: (pieces: number) => `適用商品需滿 ${pieces} 件`,
  couponMinimum: (least: number) => `未達優惠券使用標準，商品金額需滿 ${formatMoney(least)}`,
  couponOldMemberMinimum: '消費滿 1800 元可使用',
  couponOldMember: '限有已送達訂單的會員使用',
  couponFirstPurchase: '限首次購物使用',
  couponBirthday: '限創始會員於生日當月、當月尚無訂單時使用',
  couponTimer: '限時結帳優惠已結束',
  couponReplaced: (name: string) => `一次只能使用一張，已改用「${name}」`,
  giftsIncomplete: (count: number) => `您尚未選完贈品，可選擇 ${count} 項`,
} as const;

/** Why a figure of the price is what it is, in the buyer's words. Amounts are NT$ integers. */
export const causes = {
  ORIGIN: '售價',
  MEMBER: '會員價',
  ADDITIONAL: '加購價',
  sample: '隨單附贈的試用品',
  chosenGift: (coupon: string) => `「${coupon}」由您選擇的贈品`,
  gift: (coupon: string) => `「${coupon}」的贈品`,
  bonus: (coupon: string, pieces: number, least: number) => `「${coupon}」：適用商品共 ${pieces} 件，每滿 ${least} 件贈送一份`,
  discount: (coupon: string, base: number) => `「${coupon}」折抵，適用商品金額 ${formatMoney(base)}`,
  systemDiscount: (coupon: string, base: number) => `「${coupon}」自動折抵，適用商品金額 ${formatMoney(base)}`,
  shipping: { HOME: '宅配運費', CVS: '超商取貨運費', INTERNATIONAL: '國際運費' },
  shippingFee: (way: string, goods: number, from: number) => `${way}，折扣後商品金額 ${formatMoney(goods)}，未滿 ${formatMoney(from)}`,
  shippingFree: (from: number) => `折扣後商品金額滿 ${formatMoney(from)} 免運費`,
  credit: (goods: number, shipping: number) => {
    const parts = [goods > 0 && `商品 ${formatMoney(goods)}`, shipping > 0 && `運費 ${formatMoney(shipping)}`].filter(Boolean);
    return `購物金折抵${parts.join('、')}`;
  },
} as const;

/** Why a member has a coupon or credit. */
export const causeWords = {
  REGISTERED: '註冊會員',
  INVITED: '使用好友邀請碼',
  CODE: '輸入優惠券代碼',
  ORDER: (orderNo: string) => `訂單 ${orderNo}`,
  FRIEND: '好友首次購物',
  BIRTHDAY: (year: number) => `${year} 年生日`,
  SUPPORT: '客服贈送',
} as const;

/** The kinds of shopping credit (spec/2-accounts-and-members §2). */
export const creditWords = { FOUNDING: '消費回饋', REFERRAL: '推薦回饋', BIRTHDAY: '生日禮', SUPPORT: '客服贈送' } as const;
