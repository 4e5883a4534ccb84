import { useEffect, useState } from 'react';

/** A number that grows every `ms` while the page is visible and `on`. */
export function useTicks(ms: number, on: boolean): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && setTicks((before) => before + 1), ms);
    return () => clearInterval(timer);
  }, [ms, on]);
  return ticks;
}
