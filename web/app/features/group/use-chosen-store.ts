import type { ChosenStore } from '@nordhaut/contracts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { withFields } from '../../lib/with-fields.ts';

const answer = withFields<{ store: ChosenStore | null }>('store');
const pathOf = (address: string): string => `/api/chosen-store?group=${encodeURIComponent(address)}`;

type Chosen = {
  store: ChosenStore | undefined;
  /** why the page could not read the store, for the buyer */
  unread: string | undefined;
  readAgain: () => void;
  /** takes the store off the page */
  forget: () => void;
};

/** The store of one project, which the server holds until the order. */
export function useChosenStore(address: string): Chosen {
  const [store, setStore] = useState<ChosenStore>();
  const [unread, setUnread] = useState<string>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    void call(answer, pathOf(address), { signal: left.signal }).then((result) => {
      if (left.signal.aborted) return;
      if (!result.ok) return setUnread(result.message);
      setStore(result.data.store ?? undefined);
      setUnread(undefined);
    });
    return () => left.abort();
  }, [address, turn]);
  return { store, unread, readAgain: () => setTurn((now) => now + 1), forget: () => setStore(undefined) };
}
