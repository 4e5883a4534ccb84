import type { ProductCard } from '@nordhaut/contracts';
import { useMemo } from 'react';
import { useMember } from '../../lib/stores/member.ts';

/** The catalogue without what this member cannot buy (decisions.md 26). */
export function useOwnProducts(products: readonly ProductCard[]): readonly ProductCard[] {
  const muted = useMember(({ member }) => member?.mutedProducts);
  return useMemo(
    () =>
      muted?.length
        ? products.map((product) => (muted.includes(product.productId) ? { ...product, available: false } : product))
        : products,
    [products, muted],
  );
}
