import type { LoginType, Member } from '@nordhaut/contracts';
import { create } from 'zustand';

type MemberState = {
  /** `unknown` until the page has looked; the server never writes this store */
  status: 'unknown' | 'guest' | 'member';
  member: Member | undefined;
  /** how the member signed in on this tab; undefined: on another tab, or before this page */
  way?: LoginType | undefined;
  /** how often another tab changed the account of a visitor whom this tab knew; pages of the account before must go */
  elsewhere: number;
};

export const useMember = create<MemberState>()(() => ({ status: 'unknown', member: undefined, elsewhere: 0 }));

/**
 * Whether this visitor can buy a product. Pages are the same for all, and support may have taken the product away from the
 * member (decisions.md 26).
 */
export const useAvailable = ({ productId, available }: { productId: number; available: boolean }): boolean =>
  useMember(({ member }) => available && !member?.mutedProducts.includes(productId));

/** Whether this browser has a session. The cookie is a marker that proves nothing. */
export const isMarkedSignedIn = (): boolean => /(?:^|; )signed-in=1/.test(document.cookie);

/** Tells other tabs of this browser that the account has changed; the event of this name tells the page itself. */
export const ACCOUNT_CHANNEL = 'account';

/** The name under which the tab's session storage holds the checkout, which another account must not see. */
export const CHECKOUT_STORAGE = 'checkout';
/** Begins the name under which the local storage holds the used coupons of an account, or of guests. */
export const COUPON_STORAGE = 'used-coupons-';
