import { useEffect, useState } from 'react';

/** Whether `on` is true, or became true less than `ms` ago. */
export function useAtLeast(on: boolean, ms: number): boolean {
  const [before, setBefore] = useState(false);
  const [started, setStarted] = useState(0);
  const [ended, setEnded] = useState(0);
  if (on !== before) {
    setBefore(on);
    if (on) setStarted(started + 1);
  }
  useEffect(() => {
    if (started === 0) return;
    const timer = setTimeout(() => setEnded(started), ms);
    return () => clearTimeout(timer);
  }, [started, ms]);
  return on || started !== ended;
}
