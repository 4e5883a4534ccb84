/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  landing: '客服中心',
  contact: '聯絡我們',
  faq: '常見問題',
  payment: '付款選項',
  returns: '退換貨須知',
  terms: '服務條款',
  privacy: '隱私權政策',
  askFirst: '先從這裡找答案',
  talk: '和我們說話',
  customers: '客戶服務',
  business: '合作與採購',
  social: '社群',
  seller: '企業經營者',
  more: '還是沒有找到答案？',
};

export const MENU = '客服中心選單';
