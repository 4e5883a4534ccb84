import { useEffect, useRef, useState } from 'react';
import { isTypedByUnknown, onTyped, stored } from '../../lib/typed-texts.ts';

export type Fields = { company: string; person: string; contact: string; quantity: string; wish: string };
const EMPTY: Fields = { company: '', person: '', contact: '', quantity: '', wish: '' };
/** deleted at the sign-out (lib/typed-texts.ts) */
const NAME = 'typed-inquiry';

/**
 * What was typed; `EMPTY` also while it is not known whether it may be shown. The storage may hold data of an older version of the
 * page, or edited data. What does not fit is ignored.
 */
function restored(): Fields {
  const kept = isTypedByUnknown() ? undefined : stored((storage) => JSON.parse(storage.getItem(NAME) ?? 'null') as Partial<Fields> | null);
  if (!kept) return EMPTY;
  const texts = Object.keys(EMPTY).map((name) => [name, kept[name as keyof Fields]]);
  return { ...EMPTY, ...(Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) as Partial<Fields>) };
}

/** The fields of an inquiry, which this tab keeps until the shop has it. */
export function useInquiry(): [Fields, (changes: Partial<Fields>) => void, () => void] {
  const [fields, setFields] = useState(EMPTY);
  /** A session ended under the form: its texts stay open, and the next account must not find them. */
  const isOver = useRef(false);
  useEffect(() => {
    const look = (): void => setFields((now) => (now === EMPTY ? restored() : now));
    look();
    return onTyped((change) => {
      if (change === 'known') return look();
      isOver.current = true;
      if (change === 'forgotten') setFields(EMPTY);
    });
  }, []);
  const change = (changes: Partial<Fields>): void => {
    const now = { ...fields, ...changes };
    setFields(now);
    if (!isOver.current) stored((storage) => storage.setItem(NAME, JSON.stringify(now)));
  };
  return [fields, change, () => void stored((storage) => storage.removeItem(NAME))];
}
