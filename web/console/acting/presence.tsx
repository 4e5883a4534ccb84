import type { PresenceAnswer } from '@nordhaut/contracts/support';
import { useEffect, useRef, useState } from 'react';
import { call } from '../lib/api.ts';

const EVERY_MS = 1_000;

/**
 * Says each second that this page has the order open, and returns who else has. A hidden page says nothing.
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
  const now = useRef({ editing, revision, changed, told: -1 });
  useEffect(() => void Object.assign(now.current, { editing, revision, changed }));
  useEffect(() => {
    const path = `orders/${orderNo}/presence`;
    let timer: ReturnType<typeof setTimeout>;
    const gone = new AbortController();
    const sign = async (): Promise<void> => {
      if (document.visibilityState === 'visible') {
        // A lost answer is no news: the next one comes in a second.
        const answer = await call<PresenceAnswer>(path, { editing: now.current.editing }, gone.signal).catch(() => undefined);
        if (gone.signal.aborted) return;
        if (answer) {
          setOthers((before) => (JSON.stringify(before) === JSON.stringify(answer.others) ? before : answer.others));
          const { revision: shown, told, changed: tell } = now.current;
          if (shown !== undefined && answer.revision > Math.max(shown, told)) {
            now.current.told = answer.revision;
            tell();
          }
        }
      }
      timer = setTimeout(() => void sign(), EVERY_MS);
    };
    void sign();
    return () => {
      gone.abort();
      clearTimeout(timer);
      void call(path, { editing: false, leaving: true }).catch(() => undefined);
    };
  }, [orderNo]);
  return others;
}
