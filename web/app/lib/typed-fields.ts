import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useMember } from './stores/member.ts';
import { onTyped } from './typed-texts.ts';

/** What a member typed into open forms. It is in the memory of the page only, because the computer may be shared. */
const kept = new Map<string, unknown>();
/** whose they are */
let owner: string | undefined;
const uidNow = (): string | undefined => useMember.getState().member?.user_uid;

onTyped((change, of) => {
  if (change === 'forgotten' || (change === 'known' && of !== owner)) kept.clear();
});

/** Whether the session ended while its member typed into this form, and the same member is back. */
export const isTyped = (name: string): boolean => owner !== undefined && uidNow() === owner && kept.has(name);

/**
 * State of a form that outlives the end of its member's session: the form of the same member begins with it. It does not outlive the form
 * while the session lives, nor the sign-out, nor the page.
 * @param name undefined: the state does not outlive anything
 */
export function useTyped<State extends object>(
  name: string | undefined,
  begin: State | (() => State),
): [State, Dispatch<SetStateAction<State>>] {
  const [whose] = useState(uidNow);
  const [begun] = useState<State>(() => {
    if (name !== undefined && isTyped(name)) return kept.get(name) as State;
    return typeof begin === 'function' ? begin() : begin;
  });
  const [state, setState] = useState(begun);
  useEffect(() => {
    if (name === undefined || whose === undefined || state === begun) return;
    if (owner !== whose) kept.clear();
    owner = whose;
    kept.set(name, state);
  }, [name, whose, state, begun]);
  useEffect(
    () => () => {
      if (name !== undefined && whose !== undefined && uidNow() === whose) kept.delete(name);
    },
    [name, whose],
  );
  return [state, setState];
}
