/** Messages for failed calls, on every page. */
export const OFFLINE = '目前沒有網路連線，請確認連線後再試一次。';
export const UNREACHABLE = '暫時連不上伺服器，請稍後再試一次。';
export const UNEXPECTED = '系統發生問題，請稍後再試，或聯繫客服。';

/** spec/1-catalogue-and-content §8 */
export const QUANTITY_UNDER_MIN = '商品數量最少為 1。';
export const ADDED_TO_CART = '已加入購物車';
