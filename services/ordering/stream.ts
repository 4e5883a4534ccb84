export const ORDER_CATEGORY = 'order';
export const orderStream = (orderNo: string) => `${ORDER_CATEGORY}-${orderNo}` as const;
