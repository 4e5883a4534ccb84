export const cartStream = (cartId: string) => `cart-${cartId}` as const;
