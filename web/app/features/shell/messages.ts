/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = {
  notFound: '找不到這個頁面',
  leaveToHome: '確定要返回首頁嗎？',
  error: '頁面暫時無法顯示',
  support: '客服',
  shopping: '購物',
  reading: '保養知識',
  brand: '品牌',
};

/** spec/1-catalogue-and-content §8 */
export const NOT_FOUND = 'Sorry! The page you looked for does not exist';
export const NO_NINTH = '我們的號碼由 01 到 08，這裡沒有第 09 號。';
export const LEAVE_TO_HOME = '您也可以留在這一頁，檢查網址是否輸入正確。';
export const OFFLINE_NOTICE = '目前沒有網路連線。您看到的內容可能不是最新的，恢復連線後即可繼續購物。';
export const APP_MISSING = { text: '網頁沒有完整載入，按鈕暫時無法使用。恢復連線後會自動再試。', again: '重新載入' };
export const PRODUCT_GONE = '這項商品目前沒有上架，已回到上一頁。';
