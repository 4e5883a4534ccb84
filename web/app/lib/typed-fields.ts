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

/** Keeps what the member `of` typed; of a guest it keeps nothing. @param typed undefined: forgets it */
export function remember(name: string, typed: object | undefined, of: string | undefined = uidNow()): void {
  if (of === undefined) return;
  if (owner !== of) kept.clear();
  owner = of;
  kept.set(name, typed);
}

/** What a member had typed when the session ended, for that member. @param uid of who is signed in; undefined: nobody */
export const recall = (name: string, uid: string | undefined): unknown =>
  owner !== undefined && uid === owner ? kept.get(name) : undefined;

/** Whether the session ended while its member typed into this form, and the same member is back. */
export const isTyped = (name: string): boolean => recall(name, uidNow()) !== undefined;

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
    const typed = name === undefined ? undefined : (recall(name, uidNow()) as State | undefined);
    return typed ?? (typeof begin === 'function' ? begin() : begin);
  });
  const [state, setState] = useState(begun);
  useEffect(() => {
    if (name !== undefined && state !== begun) remember(name, state, whose);
  }, [name, whose, state, begun]);
  useEffect(
    () => () => {
      if (name !== undefined && uidNow() === whose) remember(name, undefined, whose);
    },
    [name, whose],
  );
  return [state, setState];
}
