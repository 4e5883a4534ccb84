/** Shopping credit at the checkout (decisions 33, 55, 60). */
import { DAY } from './time.ts';
import type { CreditPart, Grant } from './types.ts';

const isActive = (grant: Grant, now: number): boolean => grant.endsAt > now && grant.value > grant.used;

/** What a member can spend at `now`. */
export function balance({ grants, now }: { grants: Grant[]; now: number }): number {
  return grants.filter((grant) => isActive(grant, now)).reduce((sum, grant) => sum + grant.value - grant.used, 0);
}

/**
 * Spends what was asked for, at most the balance and at most what is due. The grant that ends first is spent first;
 * equal ends: by the grant's id as text. Credit pays goods first, then shipping.
 */
export function spend(input: { asked: number; grants: Grant[]; now: number; goods: number; shipping: number }): CreditPart[] {
  const order = input.grants.filter((grant) => isActive(grant, input.now)).sort((a, b) => a.endsAt - b.endsAt || (a.id < b.id ? -1 : 1));
  let asked = Math.max(0, input.asked);
  let { goods, shipping } = input;
  const parts: CreditPart[] = [];
  for (const grant of order) {
    const have = Math.min(asked, grant.value - grant.used);
    const onGoods = Math.min(have, goods);
    const onShipping = Math.min(have - onGoods, shipping);
    if (onGoods + onShipping === 0) continue;
    parts.push({ grantId: grant.id, onGoods, onShipping });
    asked -= onGoods + onShipping;
    goods -= onGoods;
    shipping -= onShipping;
  }
  return parts;
}

/** The amount in the checkout's field as text: digits only, no leading zeros, at most the balance (spec/3 §5). */
export function clampField({ text, available }: { text: string; available: number }): number {
  if (!/^[0-9]+$/.test(text)) return 0;
  const asked = BigInt(text);
  return asked > BigInt(available) ? available : Number(asked);
}

/** The end of a grant whose credit came back at `now`: its own end, or 7 days from now if less is left, once per grant. */
export function endAfterRestore({ endsAt, now, extendedBefore }: { endsAt: number; now: number; extendedBefore: boolean }): number {
  const sevenDays = now + 7 * DAY;
  return !extendedBefore && endsAt < sevenDays ? sevenDays : endsAt;
}
