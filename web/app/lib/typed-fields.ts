import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useMember } from './stores/member.ts';
import { recall, remember } from './typed-texts.ts';

const uidNow = (): string | undefined => useMember.getState().member?.user_uid;

/** Whether the session ended while its member typed into this form, and the same member is back. */
export const isTyped = (name: string): boolean => recall(name) !== undefined;

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
  const [begun] = useState<State>(
    () => (name === undefined ? undefined : recall<State>(name)) ?? (typeof begin === 'function' ? begin() : begin),
  );
  const [state, setState] = useState(begun);
  useEffect(() => {
    if (name !== undefined && whose !== undefined && state !== begun) remember(name, state, whose);
  }, [name, whose, state, begun]);
  useEffect(
    () => () => {
      if (name !== undefined && whose !== undefined && uidNow() === whose) remember(name, undefined, whose);
    },
    [name, whose],
  );
  return [state, setState];
}
