import { useEffect, useRef, useState } from 'react';

/** Whether `on` is true, or was for the first time less than `ms` ago. */
export function useAtLeast(on: boolean, ms: number): boolean {
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!on) return;
    setHeld(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(false), ms);
  }, [on, ms]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return on || held;
}
