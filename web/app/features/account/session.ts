import { accountMessages, type LoginType, MemberAnswer, StateAnswer, type Member } from '@nordhaut/contracts';
import { call } from '../../lib/api.ts';
import { newId } from '../../lib/browser.ts';
import { refreshCart } from '../../lib/stores/cart.ts';
import { ACCOUNT_CHANNEL, isMarkedSignedIn, useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { forgetTyped, stored, typedBelongsTo, typedBelongsToNobody } from '../../lib/typed-texts.ts';
import { messages } from './messages.ts';
import { SIGN_IN, signInState } from './sign-in-state.ts';

/** The session of a member in this browser. Every page of a member loads this file; pages of guests do not. */

export const ACCOUNT_SWITCHED = '您已在其他分頁切換會員帳號';
const ACCOUNT_LEFT = '您已在其他分頁登出';
/** It expired, or the password was changed or the account closed on another device. */
const SESSION_ENDED = '您的登入已結束，請重新登入';
const ACCOUNT_FOUND = '您已在其他分頁登入';

/** The local storage has the last sign-out of this browser under it. Without a new one, a session that is gone has ended elsewhere. */
const SIGN_OUT = 'sign-out';
const local = <Value>(use: (storage: Storage) => Value): Value | undefined => stored(use, () => localStorage);
const lastSignOut = () => local((storage) => storage.getItem(SIGN_OUT));
/** the last one when this page learned who its member is */
let knownSignOut: ReturnType<typeof lastSignOut>;

function tellOthers(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(ACCOUNT_CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Takes a member as the one who is signed in. An older answer does not replace a newer one. */
export function takeMember(member: Member): void {
  const { member: known } = useMember.getState();
  if (known?.user_uid === member.user_uid && known.revision > member.revision) return;
  // First, because forms fill themselves from the profile as soon as there is one.
  typedBelongsTo(member.user_uid);
  knownSignOut = lastSignOut();
  useMember.setState({ status: 'member', member });
}

const request = () => call(MemberAnswer, '/api/member');
let asking: ReturnType<typeof request> | undefined;

/** Requests at the same time are one request. */
const ask = (): NonNullable<typeof asking> =>
  (asking ??= request().finally(() => {
    asking = undefined;
  }));

/** Loads the signed-in member. An answer that comes after the end of the session is of before, and is not taken. */
export async function loadMember(): ReturnType<typeof request> {
  const result = await ask();
  if (result.ok) {
    if (isMarkedSignedIn()) takeMember(result.data.member);
  } else if (result.code === 'UNAUTHORISED') {
    typedBelongsToNobody();
    useMember.setState({ status: 'guest', member: undefined });
  }
  return result;
}

/** Finds out whose the typed texts may be, before a form shows them. Without an answer they stay until there is one. */
export async function assignTyped(): Promise<void> {
  const result = await ask();
  if (result.ok) {
    if (isMarkedSignedIn()) typedBelongsTo(result.data.member.user_uid);
  } else if (result.code === 'UNAUTHORISED') typedBelongsToNobody();
}

/** Where LINE leads back, with `login` and `state` in the address. */
function backFromProvider(): URL | undefined {
  const url = new URL(location.href);
  return url.searchParams.has('login') && signInState(url.searchParams.get('state')) === SIGN_IN.done ? url : undefined;
}

/** They are said once and leave the address. */
function sayBackFromProvider(): void {
  const url = backFromProvider();
  if (!url) return;
  toast(url.searchParams.has('link') ? messages.linked : accountMessages.signedIn, 'ok');
  tellOthers();
  for (const name of ['login', 'state', 'link', 'cus']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}

/** Looks who is signed in, and says so where another tab has changed the account. */
export async function checkSession(): Promise<void> {
  const before = useMember.getState();
  const elsewhere = before.elsewhere + 1;
  if (!isMarkedSignedIn()) {
    if (before.status !== 'member') {
      typedBelongsToNobody();
      return useMember.setState({ status: 'guest' });
    }
    // An answer that finds the session ended deletes the marker, as a sign-out does.
    const isLeft = lastSignOut() !== knownSignOut;
    if (isLeft) forgetTyped();
    else typedBelongsToNobody();
    useMember.setState({ status: 'guest', member: undefined, way: undefined, elsewhere });
    toast(isLeft ? ACCOUNT_LEFT : SESSION_ENDED);
    await refreshCart();
    return;
  }
  const back = before.status === 'unknown' ? backFromProvider()?.searchParams : undefined;
  const login = back?.has('link') ? undefined : back?.get('login');
  if (login) useMember.setState({ way: login === 'line' ? 'LINE' : 'FACEBOOK' });
  const result = await loadMember();
  // Who ended the session meanwhile says so, or the look that follows.
  if (result.ok && !isMarkedSignedIn()) return;
  if (before.status === 'unknown') sayBackFromProvider();
  const { member, status } = useMember.getState();
  if (!result.ok && status === 'unknown') {
    // The visitor is unknown, so the page shows the price of guests.
    document.documentElement.removeAttribute('data-member');
    return;
  }
  if (before.status === 'unknown' || before.member?.user_uid === member?.user_uid) return;
  useMember.setState({ elsewhere });
  toast(before.status === 'guest' ? ACCOUNT_FOUND : status === 'guest' ? SESSION_ENDED : ACCOUNT_SWITCHED);
  await refreshCart();
}

/** After a sign-in or a registration in this tab: loads the member and the cart that now belongs to it. */
export async function enterAccount(way: LoginType): Promise<void> {
  useMember.setState({ way });
  await Promise.all([loadMember(), refreshCart()]);
  tellOthers();
}

/** Signs out (spec/2-accounts-and-members §4, "Logout"). The server signs out at LINE too. */
export async function signOut(): Promise<boolean> {
  const result = await call(StateAnswer, '/api/logout', { method: 'POST', body: {} });
  if (!result.ok) {
    toast(result.message, 'error');
    return false;
  }
  await leaveAccount();
  toast(accountMessages.signedOut, 'ok');
  return true;
}

/** After the end of the session: nothing of the member stays in this tab. */
export async function leaveAccount(): Promise<void> {
  forgetTyped();
  local((storage) => storage.setItem(SIGN_OUT, newId()));
  useMember.setState({ status: 'guest', member: undefined, way: undefined });
  await refreshCart();
  tellOthers();
}
