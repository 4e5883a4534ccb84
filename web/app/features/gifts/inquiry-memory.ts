import { useTabForm } from '../../lib/tab-form.ts';

export type Fields = { company: string; person: string; contact: string; quantity: string; wish: string };
const EMPTY: Fields = { company: '', person: '', contact: '', quantity: '', wish: '' };

const read = (kept: Record<string, unknown>, mayShow: boolean): Partial<Fields> =>
  Object.fromEntries(Object.entries(kept).filter(([name, text]) => mayShow && Object.hasOwn(EMPTY, name) && typeof text === 'string'));

/** The fields of an inquiry, which this tab keeps until the shop has it. */
export function useInquiry(): [Fields, (changes: Partial<Fields>) => void, () => void] {
  const [typed, change, forget] = useTabForm('typed-inquiry', read);
  return [{ ...EMPTY, ...typed }, change, forget];
}
