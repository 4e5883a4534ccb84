import { MAX_QUANTITY, type CartItem } from '@nordhaut/contracts';

/** Arithmetic of cart lines. A line is one product in one tier; quantities are pieces. */
type Line = Pick<CartItem, 'productId' | 'tier'>;
export type Lines = readonly CartItem[];

export const isMain = (item: Pick<CartItem, 'tier'>): boolean => item.tier !== 'ADDITIONAL';

const isLine =
  ({ productId, tier }: Line) =>
  (item: Line): boolean =>
    item.productId === productId && item.tier === tier;

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
  const all = [...lines, { productId, tier, quantity }];
  return [...all.filter(isMain), ...all.filter((item) => !isMain(item))];
}

export const plus = (lines: Lines, more: Lines): CartItem[] =>
  more.reduce<CartItem[]>((sum, item) => withQuantity(sum, item, quantityIn(sum, item) + item.quantity), [...lines]);

/** No line goes below 0. */
export const minus = (lines: Lines, less: Lines): CartItem[] =>
  less.reduce<CartItem[]>((rest, item) => withQuantity(rest, item, quantityIn(rest, item) - item.quantity), [...lines]);

/** The pieces that both lists have. */
export const common = (one: Lines, other: Lines): CartItem[] => minus(one, minus(one, other));

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
