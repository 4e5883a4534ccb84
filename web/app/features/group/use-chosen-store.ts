import type { ChosenStore } from '@nordhaut/contracts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { withFields } from '../../lib/with-fields.ts';

const answer = withFields<{ store: ChosenStore | null }>('store');
const pathOf = (address: string): string => `/api/chosen-store?group=${encodeURIComponent(address)}`;

/** The store of one project, which the server holds until the order. The second part takes it off the page. */
export function useChosenStore(address: string): [ChosenStore | undefined, () => void] {
  const [store, setStore] = useState<ChosenStore>();
  useEffect(() => {
    const left = new AbortController();
    void call(answer, pathOf(address), { signal: left.signal }).then((result) => {
      if (result.ok && !left.signal.aborted) setStore(result.data.store ?? undefined);
    });
    return () => left.abort();
  }, [address]);
  return [store, () => setStore(undefined)];
}
