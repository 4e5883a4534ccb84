import type { ParcelToSend } from '@nordhaut/contracts/support';

export type Total = { productId: number; name: string; quantity: number };

/** Pure: how many pieces of each product the parcels need, gifts included, by the product's id. A set counts as one piece. */
export function totalsOf(parcels: readonly Pick<ParcelToSend, 'items' | 'gifts'>[]): Total[] {
  const totals = new Map<number, Total>();
  for (const { productId, name, quantity } of parcels.flatMap(({ items, gifts }) => [...items, ...gifts])) {
    const before = totals.get(productId)?.quantity ?? 0;
    totals.set(productId, { productId, name, quantity: before + quantity });
  }
  return [...totals.values()].toSorted((one, other) => one.productId - other.productId);
}
