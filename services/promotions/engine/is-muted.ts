/**
 * Whether a product is muted for a member: itself, or as a set one of its items (decisions.md 26).
 * @param muted ids of `user_muted_products`; undefined: a visitor, or nothing is muted
 */
export function isMutedFor(product: { productId: number; setItems?: readonly number[] }, muted: ReadonlySet<number> | undefined): boolean {
  if (!muted) return false;
  return muted.has(product.productId) || (product.setItems?.some((id) => muted.has(id)) ?? false);
}
