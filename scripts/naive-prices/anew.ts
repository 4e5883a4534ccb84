/**
 * A person closes an account and registers another one. What orders of the closed account used of a registration, of a first
 * purchase and of a birthday does not come again with the next account (decisions 56–58 and 64; infra/decisions/106).
 */
import { price } from './price.ts';
import { birthdayCredit } from './rewards.ts';
import type { Answer, Member, Request } from './types.ts';

/** Phone numbers by which an account is known: of a closed one those that received the orders, of the next one also its own. */
export type Known = { phones: string[] };
/** What orders of the closed account have used and kept: ids of coupons, a first purchase, years whose birthday gift was spent. */
export type Closed = Known & { coupons: string[]; hasOrdered: boolean; birthdays: number[] };

const isSamePerson = (closed: Known, own: Known): boolean => closed.phones.some((phone) => own.phones.includes(phone));

/** The order of the next account. The price names no reason, because it would tell who had an account; the order is refused. */
export function orderAnew({ closed, own, request }: { closed: Closed; own: Known; request: Request }): Answer {
  const answer = price(request);
  if (!answer.ok || !isSamePerson(closed, own)) return answer;
  const chosen = request.coupons.filter(({ id }) => request.chosen.includes(id));
  const again = chosen.find(
    (coupon) => (coupon.super !== null && closed.coupons.includes(coupon.id)) || (coupon.super === 'PUBLIC_FIRST_200' && closed.hasOrdered),
  );
  return again ? { ok: false, refusal: 'COUPON', coupon: { couponId: again.id, state: 502, message: null } } : answer;
}

/** NT$ of the birthday gift of the next account. */
export function birthdayAnew({ closed, own, member, now }: { closed: Closed; own: Known; member: Member; now: number }): number {
  const birthdayYears = [...member.birthdayYears, ...(isSamePerson(closed, own) ? closed.birthdays : [])];
  return birthdayCredit({ member: { ...member, birthdayYears }, now });
}
