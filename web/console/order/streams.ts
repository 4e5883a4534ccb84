const STREAMS: Record<string, string> = { cart: '購物車', checkout: '結帳', order: '訂單', wallet: '會員錢包', coupon: '限量優惠券' };

/** The name of a stream's kind. */
export function streamOf(stream: string): string {
  const category = stream.split('-')[0] ?? '';
  return STREAMS[category] ?? category;
}
