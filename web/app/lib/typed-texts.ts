import { CHECKOUT_STORAGE, COUPON_STORAGE } from './stores/member.ts';

/**
 * What a person typed into forms is kept in the tab's session storage: the checkout, and texts whose names begin with `typed-`.
 * The tab also keeps whose they are, because the account may change while the page is not open: in another tab, by the end of
 * the session, or before a reload. Another account and a guest after it must not see them. What a guest typed belongs to
 * the next account that signs in (spec/3-purchase-flow §4). The used coupons are in the local storage, under the name of their account.
 */
const OWNER = 'typed-of';
/** Names of texts that only their own account sees, because the name has it; they outlive the end of a session. */
const BY = 'typed-by-';
export const typedBy = (uid: string, what: string): string => `${BY}${uid}-${what}`;

/** The account that this page knows to be signed in: it shows the texts of this one. */
let owner: string | undefined;
/** `ended`: forgotten because the session ended by itself, so its member may come back to the open page */
type Change = 'known' | 'ended' | 'forgotten';
/** `of`: whose texts the page shows, or showed until then; undefined: it showed nobody's */
type Listener = (change: Change, of: string | undefined) => void;
const listeners = new Set<Listener>();

/** Calls back when texts were forgotten, and when it became known that they may be shown. @returns how to stop */
export function onTyped(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const tell: Listener = (change, of) => listeners.forEach((listener) => listener(change, of));

/** Uses the tab's session storage, or another one. Storage may be refused; then nothing outlives the page. */
export function stored<Value>(use: (storage: Storage) => Value, which: () => Storage = () => sessionStorage): Value | undefined {
  try {
    return use(which());
  } catch {
    return undefined;
  }
}
const ownerNow = (): string | undefined => stored((storage) => storage.getItem(OWNER)) ?? owner;

/** Name of the used coupons of the account whose texts these are; of guests where there is none. */
export const couponStorage = (): string => COUPON_STORAGE + (ownerNow() ?? '');

/** Whether the texts are of an account, and this page does not know yet whether it is the one that is signed in. */
export function isTypedByUnknown(): boolean {
  const now = ownerNow();
  // Without a storage the tab has no texts.
  return now !== undefined && now !== owner;
}

/** Whether the page shows texts of one account, and the tab has those of another: the browser restored the page as it was left (Back). */
export const isTypedByAnother = (): boolean => owner !== undefined && isTypedByUnknown();

/** An account is signed in. It gets what a guest typed, and nothing of another account. */
export function typedBelongsTo(uid: string): void {
  const before = ownerNow();
  if (before !== undefined && before !== uid) forgetTyped();
  stored((storage) => storage.setItem(OWNER, uid));
  forgetNamed((name) => name.startsWith(BY) && !name.startsWith(typedBy(uid, '')));
  forgetCoupons((name) => name !== couponStorage() && name !== COUPON_STORAGE);
  const isNew = owner !== uid;
  owner = uid;
  if (isNew) tell('known', uid);
}

/** Nobody is signed in any more, and nobody signed out. */
export function typedBelongsToNobody(): void {
  if (ownerNow() !== undefined) forget('ended', (name) => !name.startsWith(BY));
}

/** Deletes everything, at the sign-out. */
export const forgetTyped = (): void => forget('forgotten', () => true);

function forget(change: Change, which: (name: string) => boolean): void {
  const of = owner;
  forgetNamed(which);
  forgetCoupons(() => true);
  stored((storage) => storage.removeItem(CHECKOUT_STORAGE));
  owner = undefined;
  tell(change, of);
}

const forgetNamed = (which: (name: string) => boolean): void =>
  stored((storage) => remove(storage, (name) => name.startsWith('typed-') && which(name)));

const forgetCoupons = (which: (name: string) => boolean): void =>
  stored(
    (storage) => remove(storage, (name) => name.startsWith(COUPON_STORAGE) && which(name)),
    () => localStorage,
  );

function remove(storage: Storage, which: (name: string) => boolean): void {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const name of names) if (which(name)) storage.removeItem(name);
}
