export const ORDER_CATEGORY = 'order';
export const orderStream = (orderNo: string) => `${ORDER_CATEGORY}-${orderNo}` as const;
export const orderNoOf = (stream: string): string => stream.slice(ORDER_CATEGORY.length + 1);
