import type { ZipAnswer } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import type { output } from 'zod/mini';
import { call } from '../../lib/api.ts';
import { withFields } from '../../lib/with-fields.ts';

/** ms after the last change of the address (spec/3-purchase-flow §9) */
const WAIT = 500;

/** Looks up the postal code when the address has not changed for a while. `address` undefined: nothing to look up. */
export function useZip(
  address: string | undefined,
  onFound: (zip: string) => void,
  onNone?: () => void,
): 'idle' | 'searching' | 'found' | 'none' {
  const [state, setState] = useState<'idle' | 'searching' | 'found' | 'none'>('idle');
  const tell = useRef({ onFound, onNone });
  const first = useRef(address);
  useEffect(() => {
    tell.current = { onFound, onNone };
  });
  useEffect(() => {
    // The address that was there at the start already has its postal code.
    if (address === undefined || address === first.current) return setState('idle');
    first.current = undefined;
    const gone = new AbortController();
    const ask = async (): Promise<void> => {
      setState('searching');
      const result = await call(withFields<output<typeof ZipAnswer>>('zipcode'), '/api/zip', {
        method: 'POST',
        body: { adrs: address.slice(0, 120) },
        signal: gone.signal,
        retries: 0,
      });
      if (gone.signal.aborted) return;
      const zip = result.ok ? result.data.zipcode : '';
      setState(zip ? 'found' : 'none');
      if (zip) tell.current.onFound(zip);
      else tell.current.onNone?.();
    };
    const timer = setTimeout(() => void ask(), WAIT);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [address]);
  return state;
}
