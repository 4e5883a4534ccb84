import { headings } from './messages.ts';

/** The pages of the member area, in the order of their menu. */
export const MEMBER_PAGES = [
  { to: '/member/order', label: headings.orders },
  { to: '/member/coupon', label: headings.coupons },
  { to: '/member/wishlist', label: headings.wishlist },
  { to: '/member/info', label: headings.info },
  { to: '/member/follow', label: headings.follow },
] as const;
