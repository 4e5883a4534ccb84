import { formatMoney } from './money.ts';
import { CARRIER_LIMIT } from './shipping.ts';

/**
 * Messages for an invalid cart or field (spec/3-purchase-flow §5). The page shows them during the input; the server answers
 * them to other clients.
 */
export const formMessages = {
  inquiryContact: '請填寫電子郵件或電話',
  cartEmpty: '購物車內沒有商品，請先加入商品',
  firstName: '請填寫收件人姓氏',
  lastName: '請填寫收件人名字',
  nameTooLong: '收件人姓氏最多 2 個字、名字最多 3 個字',
  nameForCarrier: '收件人姓名需為 2 至 5 個中文字或 4 至 5 個英文字母，不可包含空格、注音、數字與符號',
  nameNotPrintable: '收件人姓名含有無法列印的字元，請移除後再試一次',
  phone: '手機號碼格式錯誤，請輸入 09 開頭的手機號碼',
  phoneForeign: '手機號碼格式錯誤，請確認區碼與號碼',
  phoneForDomestic: '國內配送請填寫台灣手機號碼',
  emailForCard: '信用卡付款需填寫電子郵件信箱',
  email: '請輸入有效的電子郵件信箱',
  city: '請選擇縣市',
  cityOverseas: '請選擇香港或澳門',
  district: '請選擇鄉鎮市區',
  districtOverseas: '請選擇區域',
  area: '請選擇分區',
  address: '請填寫詳細地址',
  addressForCarrier: '地址連同縣市與鄉鎮市區需為 6 至 60 個字',
  addressNotPrintable: '地址含有無法列印的字元，請移除後再試一次',
  store: '尚未選擇門市',
  terms: '請確認您同意服務條款',
  uniformNumber: '統一編號格式錯誤，請填寫完整 8 位數字',
  companyTitle: '請填寫公司抬頭',
  mobileBarcode: '手機條碼格式錯誤，請填寫「/」開頭的 8 碼',
  codLimit: `貨到付款單筆訂單上限為 ${formatMoney(CARRIER_LIMIT)}，請改用信用卡付款`,
  storeLimit: `超商取貨單筆訂單上限為 ${formatMoney(CARRIER_LIMIT)}，請改用宅配到府`,
  needsMainProduct: '請先加入主要商品，再選擇加購商品',
} as const;
