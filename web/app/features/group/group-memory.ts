import { useState } from 'react';
import { useTabForm } from '../../lib/tab-form.ts';
import { stored } from '../../lib/typed-texts.ts';

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
type Form = Omit<GroupDraft, 'cart'>;
const EMPTY: Form = { name: '', email: '', phone: '', chain: 'UNIMARTC2C' };

const local = <Value>(use: (storage: Storage) => Value): Value | undefined => stored(use, () => localStorage);
const cartName = (address: string): string => `group-cart-${address}`;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 10_000;
const isPieces = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 99;

/** The storage may hold data of an older version of the page, or edited data. What does not fit is ignored. */
function readCart(address: string): GroupDraft['cart'] {
  const cart = local((storage) => JSON.parse(storage.getItem(cartName(address)) ?? '{}') as Record<string, unknown> | null) ?? {};
  return Object.fromEntries(
    Object.entries(cart).filter((entry): entry is [string, number] => /^\d{1,9}$/.test(entry[0]) && isPieces(entry[1])),
  );
}
/** The order that was sent stays known; the texts are shown when their account is. */
function readForm({ name, email, phone, chain, sent }: Record<string, unknown>, mayShow: boolean): Partial<Form> {
  const { orderNo, key, content } = (sent ?? {}) as Record<string, unknown>;
  const texts = Object.fromEntries(Object.entries({ name, email, phone }).filter(([, text]) => mayShow && isText(text)));
  return {
    ...texts,
    ...((chain === 'UNIMARTC2C' || chain === 'FAMIC2C') && { chain }),
    ...(isText(orderNo) && isText(key) && isText(content) && { sent: { orderNo, key, content } }),
  };
}

/** Cart and form of one project. The cart outlives the tab, the person's data does not. Only in the browser. */
export function useGroupDraft(address: string): [GroupDraft, (changes: Partial<GroupDraft>) => void, () => void] {
  const [cart, setCart] = useState(() => readCart(address));
  const [form, changeForm, forgetForm] = useTabForm(`typed-group-form-${address}`, readForm);
  const change = ({ cart: changed, ...changes }: Partial<GroupDraft>): void => {
    changeForm(changes);
    if (!changed) return;
    setCart(changed);
    local((storage) => storage.setItem(cartName(address), JSON.stringify(changed)));
  };
  const clear = (): void => {
    local((storage) => storage.removeItem(cartName(address)));
    setCart({});
    forgetForm();
  };
  return [{ ...EMPTY, ...form, cart }, change, clear];
}
