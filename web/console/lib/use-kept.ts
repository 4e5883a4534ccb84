import { createContext, type Dispatch, type SetStateAction, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** What the pages of one person's session keep, by the entry in the browser's history. */
export const Kept = createContext<Map<string, unknown>>(new Map());

/**
 * State of a page that the browser's "back" finds as it was left. It is in the memory of the tab, because it may name a person: not in the
 * address, not in a storage, and gone with the session.
 */
export function useKept<State>(name: string, begin: State): [State, Dispatch<SetStateAction<State>>] {
  const kept = useContext(Kept);
  const entry = `${useLocation().key} ${name}`;
  const [state, setState] = useState<State>(() => (kept.has(entry) ? (kept.get(entry) as State) : begin));
  useEffect(() => void kept.set(entry, state), [kept, entry, state]);
  return [state, setState];
}
