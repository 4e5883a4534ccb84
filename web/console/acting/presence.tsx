import type { PresenceAnswer } from '@nordhaut/contracts/support';
import { useEffect, useRef, useState } from 'react';
import { call } from '../lib/api.ts';
import { isSessionOver, useSessionEnded } from '../lib/session-ended.ts';

/** Others see a change within a second, with the way to the server and back. */
const EVERY_MS = 800;

/**
 * Says at short intervals that this page has the order open, and returns who else has. A change of `editing`, and leaving the
 * page, is said at once. A hidden page says nothing.
 * @param revision of the history that the page shows; undefined before it has one
 * @param changed called once for each revision that somebody added
 */
export function usePresence(
  orderNo: string,
  editing: boolean,
  revision: number | undefined,
  changed: () => void,
): PresenceAnswer['others'] {
  const [others, setOthers] = useState<PresenceAnswer['others']>([]);
  const ended = useSessionEnded();
  const now = useRef({ editing, revision, changed, ended, told: -1, sign: () => Promise.resolve() });
  useEffect(() => void Object.assign(now.current, { editing, revision, changed, ended }));
  useEffect(() => {
    const path = `orders/${orderNo}/presence`;
    // A person may have the order open twice: each page comes and goes by itself.
    const page = crypto.randomUUID();
    let timer: ReturnType<typeof setTimeout>;
    const gone = new AbortController();
    const sign = async (): Promise<void> => {
      if (document.visibilityState === 'visible') {
        const answer = await call<PresenceAnswer>(path, { page, editing: now.current.editing }, gone.signal).catch((error: unknown) =>
          isSessionOver(error) ? ('ended' as const) : undefined,
        );
        if (gone.signal.aborted) return;
        // The session ended somewhere else. The page must not go on showing people's data.
        if (answer === 'ended') return now.current.ended?.();
        // A lost answer is no news: the next one comes in a second.
        if (answer) {
          setOthers((before) => (JSON.stringify(before) === JSON.stringify(answer.others) ? before : answer.others));
          const { revision: shown, told, changed: tell } = now.current;
          if (shown !== undefined && answer.revision > Math.max(shown, told)) {
            now.current.told = answer.revision;
            tell();
          }
        }
      }
      // Two signs may be on their way at once; one timer follows.
      clearTimeout(timer);
      timer = setTimeout(() => void sign(), EVERY_MS);
    };
    now.current.sign = sign;
    void sign();
    const left = { page, editing: false, leaving: true };
    // A page that is closed ends its requests, except a beacon.
    const close = () => void navigator.sendBeacon(`/api/support/${path}`, new Blob([JSON.stringify(left)], { type: 'application/json' }));
    addEventListener('pagehide', close);
    return () => {
      removeEventListener('pagehide', close);
      gone.abort();
      clearTimeout(timer);
      void call(path, left).catch(() => undefined);
    };
  }, [orderNo]);
  const wasEditing = useRef(editing);
  useEffect(() => {
    if (wasEditing.current === editing) return;
    wasEditing.current = editing;
    void now.current.sign();
  }, [editing]);
  return others;
}
