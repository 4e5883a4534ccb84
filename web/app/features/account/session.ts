import { accountMessages, type LoginType, MemberAnswer, StateAnswer, type Member } from '@nordhaut/contracts';
import { type ApiResult, call } from '../../lib/api.ts';
import { refreshCart } from '../../lib/stores/cart.ts';
import { ACCOUNT_CHANNEL, CHECKOUT_STORAGE, isMarkedSignedIn, useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { forgetTyped } from '../../lib/typed-texts.ts';
import { messages } from './messages.ts';
import { SIGN_IN, signInState } from './sign-in-state.ts';

/** The session of a member in this browser. Every page of a member loads this file; pages of guests do not. */

export const ACCOUNT_SWITCHED = '您已在其他分頁切換會員帳號';
const ACCOUNT_LEFT = '您已在其他分頁登出';
/** It expired, or the password was changed or the account closed on another device. */
const SESSION_ENDED = '您的登入已結束，請重新登入';
const ACCOUNT_FOUND = '您已在其他分頁登入';

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
  useMember.setState({ status: 'member', member });
}

/** Under this name the tab's storage holds whose input it has. The name is one of `forgetTyped`, so both go together. */
const TYPED_BY = 'typed-by';

/**
 * Another account must not see what the one before has typed. The tab may not have seen the change: its page was loaded
 * anew, or the sign-out and the next sign-in were in another tab.
 */
async function forgetOthers(uid: string): Promise<void> {
  try {
    const before = sessionStorage.getItem(TYPED_BY);
    if (before !== null && before !== uid) await forgetAccount();
    sessionStorage.setItem(TYPED_BY, uid);
  } catch {
    // Storage is refused: there is nothing in it.
  }
}

/** What was typed goes with the account, and the cart belongs to the account. */
async function forgetAccount(): Promise<void> {
  forgetTyped();
  const checkout = await import('../checkout/session.ts').catch(() => undefined);
  // Without its code the checkout has nothing in memory.
  if (checkout) checkout.clearSession();
  else sessionStorage.removeItem(CHECKOUT_STORAGE);
}

let asking: Promise<ApiResult<typeof MemberAnswer._zod.output>> | undefined;

/** Loads the signed-in member. Requests at the same time are one request. */
export function loadMember(): Promise<ApiResult<typeof MemberAnswer._zod.output>> {
  asking ??= call(MemberAnswer, '/api/member').finally(() => {
    asking = undefined;
  });
  return asking.then(async (result) => {
    if (result.ok) {
      await forgetOthers(result.data.member.user_uid);
      takeMember(result.data.member);
    } else if (result.code === 'UNAUTHORISED') useMember.setState({ status: 'guest', member: undefined });
    return result;
  });
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
    if (before.status !== 'member') return useMember.setState({ status: 'guest' });
    useMember.setState({ status: 'guest', member: undefined, way: undefined, elsewhere });
    toast(ACCOUNT_LEFT);
    await refreshCart();
    return;
  }
  const back = before.status === 'unknown' ? backFromProvider()?.searchParams : undefined;
  const login = back?.has('link') ? undefined : back?.get('login');
  if (login) useMember.setState({ way: login === 'line' ? 'LINE' : 'FACEBOOK' });
  const result = await loadMember();
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
  if (status === 'guest') await forgetAccount();
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
  useMember.setState({ status: 'guest', member: undefined, way: undefined });
  await forgetAccount();
  await refreshCart();
  tellOthers();
}
