import { MAX_QUANTITY, type CartItem, type PriceTier } from '@nordhaut/contracts';

/**
 * Arithmetic of cart lines. A line is one product, as a main line or as an additional purchase; quantities are pieces. The
 * price tier of a main line follows from who is signed in (decisions.md 38), so a cart holds main lines as ORIGIN. Events
 * of earlier releases may name MEMBER.
 */
type Line = Pick<CartItem, 'productId' | 'tier'>;
export type Lines = readonly CartItem[];
type Prices = { readonly [Tier in PriceTier]?: number | null };

export const isMain = (item: Pick<CartItem, 'tier'>): boolean => item.tier !== 'ADDITIONAL';

/** The tier under which a cart holds a line. */
export const heldTier = (tier: PriceTier): 'ORIGIN' | 'ADDITIONAL' => (tier === 'ADDITIONAL' ? tier : 'ORIGIN');

/** The tier whose price the buyer of a line pays. `prices`: NT$ of its product */
export const paidTier = (tier: PriceTier, isMember: boolean, prices: Prices | undefined): PriceTier =>
  tier === 'ADDITIONAL' ? tier : isMember && prices?.MEMBER != null ? 'MEMBER' : 'ORIGIN';

const isLine =
  ({ productId, tier }: Line) =>
  (item: Line): boolean =>
    item.productId === productId && heldTier(item.tier) === heldTier(tier);

export const findLine = (lines: Lines, line: Line): CartItem | undefined => lines.find(isLine(line));

export const quantityIn = (lines: Lines, line: Line): number => findLine(lines, line)?.quantity ?? 0;

/** Pieces of a product over all tiers; the limit of 99 counts these (decisions.md 38). */
export const piecesOf = (lines: Lines, productId: number): number =>
  lines.reduce((sum, item) => sum + (item.productId === productId ? item.quantity : 0), 0);

/** Sets a line's quantity; 0 or less removes it. Main lines come first, each group in the order of arrival. */
export function withQuantity(lines: Lines, { productId, tier }: Line, quantity: number): CartItem[] {
  const known = findLine(lines, { productId, tier });
  if (quantity <= 0) return lines.filter((item) => item !== known);
  if (known) return lines.map((item) => (item === known ? { ...item, quantity } : item));
  const all = [...lines, { productId, tier: heldTier(tier), quantity }];
  return [...all.filter(isMain), ...all.filter((item) => !isMain(item))];
}

export const plus = (lines: Lines, more: Lines): CartItem[] =>
  more.reduce<CartItem[]>((sum, item) => withQuantity(sum, item, quantityIn(sum, item) + item.quantity), [...lines]);

/** No line goes below 0. */
export const minus = (lines: Lines, less: Lines): CartItem[] =>
  less.reduce<CartItem[]>((rest, item) => withQuantity(rest, item, quantityIn(rest, item) - item.quantity), [...lines]);

/** The pieces that both lists have. */
export const common = (one: Lines, other: Lines): CartItem[] => minus(one, minus(one, other));

/** What `more` adds to `lines` if each line gets the larger quantity of the two (decisions.md 96), as far as it fits. */
export function larger(lines: Lines, more: Lines): CartItem[] {
  const missing = plus([], more).map((item) => ({ ...item, quantity: Math.max(0, item.quantity - quantityIn(lines, item)) }));
  const fits = fitting(lines, missing);
  return [...lines, ...fits].some(isMain) ? fits : [];
}

/** The part of `more` that fits on top of `lines`: 99 pieces of a product over tiers, one of an additional-purchase line. */
export function fitting(lines: Lines, more: Lines): CartItem[] {
  let filled = [...lines];
  const fits: CartItem[] = [];
  for (const item of more) {
    const room = Math.min(
      isMain(item) ? MAX_QUANTITY : 1 - quantityIn(filled, item),
      MAX_QUANTITY - piecesOf(filled, item.productId),
      item.quantity,
    );
    if (room <= 0) continue;
    fits.push({ ...item, quantity: room });
    filled = plus(filled, [{ ...item, quantity: room }]);
  }
  return fits;
}
