import { useState } from 'react';
import { sentenceOf } from './api.ts';
import { isSessionOver, useSessionEnded } from './session-ended.ts';

/** One piece of work at a time, with its fault as a sentence. */
export function useWork(): { busy: boolean; fault: string | undefined; run: (work: () => Promise<void>) => Promise<void> } {
  const ended = useSessionEnded();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  return {
    busy,
    fault,
    async run(work) {
      if (busy) return;
      setBusy(true);
      setFault(undefined);
      try {
        await work();
      } catch (error) {
        // The page comes back after the sign-in, with all that was typed.
        if (ended && isSessionOver(error)) return ended();
        setFault(error instanceof Error && error.name === 'NotAllowedError' ? '裝置上的驗證已取消或逾時，請再試一次' : sentenceOf(error));
      } finally {
        setBusy(false);
      }
    },
  };
}
