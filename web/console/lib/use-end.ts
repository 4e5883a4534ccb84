import { useCallback, useEffect, useRef } from 'react';

const CHANNEL = 'console-session';

/**
 * Calls `ended` when another page of this browser signed out, so that no page goes on showing what its user may not see any more.
 * @returns tells the other pages that this one signed out
 */
export function useEnd(ended: () => void): () => void {
  const now = useRef(ended);
  useEffect(() => void (now.current = ended));
  const channel = useRef<BroadcastChannel>(null);
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    opened.addEventListener('message', () => now.current());
    return () => opened.close();
  }, []);
  return useCallback(() => channel.current?.postMessage('ended'), []);
}
