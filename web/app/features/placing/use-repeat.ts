import { useEffect, useRef } from 'react';
import { pauseBefore } from './refusal.ts';
import type { Placing } from './use-placing.ts';

/** While the shop cannot take orders, sends the order again after the pause that the server asks for, until the message is closed. */
export function useRepeat({ phase, failed }: Pick<Placing, 'phase' | 'failed'>, again: () => void): void {
  const latest = useRef(again);
  useEffect(() => void (latest.current = again));
  const attempts = useRef(0);
  const waits = phase === 'idle' && failed?.next.kind === 'later' ? failed.failure : undefined;
  useEffect(() => {
    if (failed?.next.kind !== 'later') attempts.current = 0;
  }, [failed]);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => latest.current(), pauseBefore(waits, attempts.current++));
    return () => clearTimeout(timer);
  }, [waits]);
}
