import { MAX_QUANTITY, quantityMessages } from '@nordhaut/contracts';
import { QUANTITY_UNDER_MIN } from './messages.ts';

export type QuantityCheck = { ok: true; value: number } | { ok: false; message: string; nearest: number | undefined };

/**
 * Checks a typed quantity: digits only, from `min` to 99 (spec/1-catalogue-and-content §5). Chinese keyboards write
 * full-width digits; they count too. `nearest`: the nearest allowed value.
 */
export function checkQuantity(text: string, min = 1, max = MAX_QUANTITY): QuantityCheck {
  const digits = text.normalize('NFKC').trim();
  if (!/^\d+$/.test(digits)) return { ok: false, message: quantityMessages.notANumber, nearest: undefined };
  const value = Number(digits);
  if (value > max) return { ok: false, message: quantityMessages.overLimit, nearest: max };
  if (value < min) return { ok: false, message: QUANTITY_UNDER_MIN, nearest: min };
  return { ok: true, value };
}
