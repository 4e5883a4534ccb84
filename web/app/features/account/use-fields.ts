import { useCallback, useState } from 'react';
import { useTyped } from '../../lib/typed-fields.ts';

export type Problems<Name extends string> = Partial<Record<Name, string>>;
type Typed = string | boolean;

/**
 * A form whose rules are a pure function. A message appears after its field was left, and after an attempt to send all
 * messages appear. A form library would add 12 kB and nothing else.
 * @param kept the name under which the fields outlive the end of the session; undefined: they do not
 */
export function useFields<F extends Record<string, Typed>>(
  start: F,
  problemsOf: (fields: F) => Problems<keyof F & string>,
  prefix: string,
  kept?: string,
) {
  type Name = keyof F & string;
  const [fields, setFields] = useTyped<F>(kept, start);
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set());
  const [refused, setRefused] = useState<Problems<Name>>({});
  const problems = problemsOf(fields);
  const idOf = (name: Name): string => `${prefix}-${name}`;
  const errorOf = (name: Name): string | undefined => refused[name] ?? (left === 'all' || left.has(name) ? problems[name] : undefined);

  const showAll = useCallback(() => setLeft('all'), []);
  const leave = (name: Name): void => setLeft((seen) => (seen === 'all' || seen.has(name) ? seen : new Set(seen).add(name)));
  function set(changes: Partial<F>): void {
    setFields((now) => ({ ...now, ...changes }));
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changes))) as Problems<Name>);
  }
  return {
    fields,
    problems,
    isComplete: Object.keys(problems).length === 0,
    errorOf,
    idOf,
    set,
    /** the problem that the server found at a field */
    refuse: (name: Name, message: string): void => {
      setRefused((now) => ({ ...now, [name]: message }));
      document.getElementById(idOf(name))?.focus();
    },
    showAll,
    /** Shows all messages and focuses the first field with one; returns whether there is none. */
    check(): boolean {
      showAll();
      const [first] = Object.keys(problems);
      if (first !== undefined) document.getElementById(idOf(first as Name))?.focus();
      return first === undefined;
    },
    text: (name: Name) => ({
      id: idOf(name),
      name,
      value: String(fields[name]),
      error: errorOf(name),
      onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value } as Partial<F>),
      onBlur: () => leave(name),
    }),
    box: (name: Name) => ({
      id: idOf(name),
      name,
      checked: fields[name] === true,
      error: errorOf(name),
      onChange: (event: { currentTarget: { checked: boolean } }) => set({ [name]: event.currentTarget.checked } as Partial<F>),
      onBlur: () => leave(name),
    }),
  };
}
