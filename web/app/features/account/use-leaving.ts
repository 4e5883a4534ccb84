import { useState } from 'react';

/** Signing out takes a moment: meanwhile its button says so, and a second press does nothing. `leave` signs out. */
export function useLeaving(leave: () => Promise<unknown>): { leaving: boolean; text: string; go: () => void } {
  const [leaving, setLeaving] = useState(false);
  function go(): void {
    if (leaving) return;
    setLeaving(true);
    void leave().finally(() => setLeaving(false));
  }
  return { leaving, text: leaving ? '登出中…' : '登出', go };
}
