import { useEffect } from 'react';
import { untilLoaded } from '../../lib/lazy-part.ts';
import { ACCOUNT_CHANNEL, isMarkedSignedIn, useMember } from '../../lib/stores/member.ts';
import { isTypedByAnother, typedBelongsToNobody } from '../../lib/typed-texts.ts';

const load = () => untilLoaded(() => import('../account/session.ts'));
/** loaded once, however often the page looks meanwhile */
let accounts: ReturnType<typeof load> | undefined;

/**
 * Looks who is signed in after hydration, when the page becomes visible or comes back as it was left (Back), when another
 * tab signs in or out, and when the shop refused a call because the session ended or is another account's.
 * Guests load no code for it: the marker cookie says whether there is anybody to ask for.
 */
export function useSessionCheck(): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      // Its forms hold what the other one typed, and would store it.
      if (isTypedByAnother()) return location.reload();
      if (!isMarkedSignedIn() && useMember.getState().status !== 'member') {
        typedBelongsToNobody();
        return useMember.setState({ status: 'guest' });
      }
      accounts ??= load();
      void accounts.then(({ checkSession }) => checkSession());
    };
    look();
    const channel = globalThis.BroadcastChannel && new BroadcastChannel(ACCOUNT_CHANNEL);
    channel?.addEventListener('message', look);
    document.addEventListener('visibilitychange', look);
    for (const event of ['online', ACCOUNT_CHANNEL]) addEventListener(event, look);
    const restored = ({ persisted }: PageTransitionEvent) => persisted && look();
    addEventListener('pageshow', restored);
    return () => {
      channel?.close();
      document.removeEventListener('visibilitychange', look);
      for (const event of ['online', ACCOUNT_CHANNEL]) removeEventListener(event, look);
      removeEventListener('pageshow', restored);
    };
  }, []);
}
