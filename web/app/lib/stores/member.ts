import type { Member } from '@nordhaut/contracts';
import { create } from 'zustand';

type MemberState = {
  /** `unknown` until the page has looked; the server never writes this store */
  status: 'unknown' | 'guest' | 'member';
  member: Member | undefined;
};

export const useMember = create<MemberState>()(() => ({ status: 'unknown', member: undefined }));

/** The page shows the member's price as one's own while this attribute is set; a script of the page sets it before the first paint. */
useMember.subscribe(({ status }) => {
  if (status !== 'unknown') document.documentElement.toggleAttribute('data-member', status === 'member');
});

/** NT$; what the visitor pays for one piece: members the price MEMBER, everybody else ORIGIN (decisions.md 38). */
export const useOwnPrice = ({ ORIGIN, MEMBER }: { ORIGIN: number; MEMBER: number }): number =>
  useMember(({ status }) => (status === 'member' ? MEMBER : ORIGIN));

/** Whether this browser has a session. The cookie is a marker that proves nothing. */
export const isMarkedSignedIn = (): boolean => /(?:^|; )signed-in=1/.test(document.cookie);

/** Tells other tabs of this browser that the account has changed. */
export const ACCOUNT_CHANNEL = 'account';

/** The name under which the tab's session storage holds the checkout, which another account must not see. */
export const CHECKOUT_STORAGE = 'checkout';
