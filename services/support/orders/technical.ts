/** Steps of the checkout between cart, wallet and coupon. The events around them say what a buyer asks about. */
const STEPS: ReadonlySet<string> = new Set([
  'CartLinesClaimed',
  'CartCheckedOut',
  'CartHandOverEnded',
  'ChargeRequested',
  'ChargeRuledOut',
  'CheckoutCompleted',
  'PaymentDoubtEnded',
  'PromotionsReserved',
  'PromotionsRedeemed',
  'OrderNoted',
  'CouponReserved',
  'CouponRedeemed',
  'OriginTold',
]);

export const isTechnical = ({ type }: { type: string }): boolean => STEPS.has(type);
