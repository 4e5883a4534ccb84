/** 1 to 99 per item (spec/3-purchase-flow §9). */
export const MAX_QUANTITY = 99;

/** Messages for an invalid cart item (spec/1-catalogue-and-content §8). */
export const quantityMessages = {
  notANumber: '請確認商品數量為數字！',
  overLimit: '超過單次只能購買上限 99 個品項！',
  mixedNames: '同一項商品的欄位名稱請擇一使用：productId、quantity、tier 或 product_id、product_quantity、product_price',
} as const;
