import { useEffect, useRef, useState } from 'react';
import { useMember } from './stores/member.ts';
import { isTypedByUnknown, onTyped, stored } from './typed-texts.ts';

/** What a member had typed when the session ended by itself. It is in memory only, because the computer may be shared. */
let ended: { of: string; name: string; typed: object } | undefined;
onTyped((change, of) => {
  if (change === 'forgotten' || (change === 'known' && of !== ended?.of)) ended = undefined;
});

type Kept = Record<string, unknown>;
/** It may be of an older version of the page, or edited. */
const kept = (name: string): Kept => stored((storage) => JSON.parse(storage.getItem(name) ?? '{}') as Kept | null) ?? {};
/** Adds to what is kept, because the page may not show that yet. */
const keep = (name: string, changes: object): void =>
  void stored((storage) => storage.setItem(name, JSON.stringify({ ...kept(name), ...changes })));

/** Takes what fits of what is kept. `mayShow`: whether it is known that the texts are of who is here */
type Read<Form> = (kept: Kept, mayShow: boolean) => Partial<Form>;

function restored<Form>(name: string, read: Read<Form>, uid: string | undefined): Partial<Form> {
  const back = uid !== undefined && ended?.of === uid && ended.name === name ? ended.typed : undefined;
  if (back) {
    ended = undefined;
    // What a guest typed since the end of the session is newer.
    keep(name, { ...back, ...kept(name) });
  }
  return { ...back, ...read(kept(name), !isTypedByUnknown()) };
}

/**
 * What was typed into a form that this tab keeps until it is sent: over Back and a reload, and for the same member over the end of the
 * session.
 * @param name begins with `typed-`: the sign-out deletes it (lib/typed-texts.ts)
 * @returns what was typed, how to change it, and how to forget it
 */
export function useTabForm<Form extends object>(
  name: string,
  read: Read<Form>,
): [Partial<Form>, (changes: Partial<Form>) => void, () => void] {
  const [typed, setTyped] = useState<Partial<Form>>({});
  /** typed while it is unknown whose the kept texts are. It belongs to the person who is here. */
  const early = useRef<Partial<Form>>(undefined);
  useEffect(() => {
    // What was typed before it was known whose the kept texts are is newer.
    const show = (uid: string | undefined): void => {
      const known = restored(name, read, uid);
      early.current = undefined;
      setTyped((now) => ({ ...known, ...now }));
    };
    show(useMember.getState().member?.user_uid);
    return onTyped((change, of) => change === 'known' && show(of));
  }, [name, read]);
  useEffect(
    () =>
      onTyped((change, of) => {
        if (change === 'known') return;
        if (change === 'ended' && of !== undefined) ended = { of, name, typed };
        if (early.current) keep(name, early.current);
        setTyped({ ...early.current });
      }),
    [name, typed],
  );
  const change = (changes: Partial<Form>): void => {
    keep(name, changes);
    if (isTypedByUnknown()) early.current = { ...early.current, ...changes };
    setTyped((now) => ({ ...now, ...changes }));
  };
  const forget = (): void => {
    stored((storage) => storage.removeItem(name));
    ended = undefined;
    early.current = undefined;
    setTyped({});
  };
  return [typed, change, forget];
}
