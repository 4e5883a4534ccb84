import { useEffect, useState } from 'react';
import { useMember } from '../../lib/stores/member.ts';
import { isTypedByUnknown, onTyped } from '../../lib/typed-texts.ts';

/** What the page keeps of a project in this browser. A store is kept by the server only. */
export type GroupDraft = {
  /** pieces by product */
  cart: Record<string, number>;
  name: string;
  email: string;
  phone: string;
  chain: 'UNIMARTC2C' | 'FAMIC2C';
  /** an order that was sent and whose outcome is unknown; the next attempt has the same number, and the same key for the same content */
  sent?: { orderNo: string; key: string; content: string } | undefined;
};

const EMPTY: GroupDraft = { cart: {}, name: '', email: '', phone: '', chain: 'UNIMARTC2C' };
const cartName = (address: string): string => `group-cart-${address}`;
/** deleted at the sign-out (lib/typed-texts.ts) */
const formName = (address: string): string => `typed-group-form-${address}`;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 10_000;
const isPieces = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 99;

function read(storage: () => Storage, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage().getItem(name) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
function write(storage: () => Storage, name: string, value: object | undefined): void {
  try {
    if (value === undefined) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
  } catch {
    // Without storage the page works until it is left.
  }
}

type Form = Omit<GroupDraft, 'cart'>;
/** What a member had typed when the session ended by itself. It is in memory only, because the computer may be shared. */
let ended: { of: string | undefined; name: string; form: Form } | undefined;
onTyped((change, of) => {
  if (change === 'forgotten' || (change === 'known' && of !== ended?.of)) ended = undefined;
});

/**
 * The storage may hold data of an older version of the page, or edited data. What does not fit is ignored.
 * @param uid of who is signed in
 */
function restore(address: string, uid: string | undefined): GroupDraft {
  const cart = Object.entries(read(() => localStorage, cartName(address))).filter(
    (entry): entry is [string, number] => /^\d{1,9}$/.test(entry[0]) && isPieces(entry[1]),
  );
  const typed = read(() => sessionStorage, formName(address));
  // What a guest typed since the end of the session is newer.
  const back = uid !== undefined && ended?.of === uid && ended.name === formName(address) ? ended.form : undefined;
  const isTyped = [typed['name'], typed['email'], typed['phone']].some(Boolean);
  const { name, email, phone, chain, sent }: Record<string, unknown> = isTyped ? typed : { ...typed, ...back };
  const earlier = sent as Partial<NonNullable<GroupDraft['sent']>> | null | undefined;
  // The order that was sent stays known; the texts are shown when their account is.
  const person = (text: unknown): string => (isText(text) && !isTypedByUnknown() ? text : '');
  const known = isText(earlier?.orderNo) && isText(earlier.key) && isText(earlier.content);
  return {
    cart: Object.fromEntries(cart),
    name: person(name),
    email: person(email),
    phone: person(phone),
    chain: chain === 'FAMIC2C' ? chain : 'UNIMARTC2C',
    sent: known ? { orderNo: earlier.orderNo as string, key: earlier.key as string, content: earlier.content as string } : undefined,
  };
}

const uidNow = (): string | undefined => useMember.getState().member?.user_uid;
const isEmpty = ({ name, email, phone }: GroupDraft): boolean => name + email + phone === '';

/** Cart and form of one project. The cart outlives the tab, the person's data does not. Only in the browser. */
export function useGroupDraft(address: string): [GroupDraft, (changes: Partial<GroupDraft>) => void, () => void] {
  const [draft, setDraft] = useState(() => restore(address, uidNow()));
  useEffect(() => {
    const look = (): void => setDraft((now) => (isEmpty(now) ? restore(address, uidNow()) : now));
    // Whose the texts are may have become known after the first render.
    look();
  }, [address]);
  useEffect(
    () =>
      onTyped((change, of) => {
        if (change === 'known' && !isEmpty(draft)) return;
        const { cart: _, ...form } = draft;
        if (change === 'ended') ended = { of, name: formName(address), form };
        setDraft(restore(address, change === 'known' ? of : undefined));
      }),
    [address, draft],
  );
  const change = (changes: Partial<GroupDraft>): void =>
    setDraft((before) => {
      const { cart, ...form } = { ...before, ...changes };
      write(() => localStorage, cartName(address), cart);
      write(() => sessionStorage, formName(address), form);
      return { cart, ...form };
    });
  const clear = (): void => {
    write(() => localStorage, cartName(address), undefined);
    write(() => sessionStorage, formName(address), undefined);
    ended = undefined;
    setDraft(EMPTY);
  };
  return [draft, change, clear];
}
