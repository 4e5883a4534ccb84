import { randomBytes } from 'node:crypto';
import type { RecordStore } from './record-store.ts';

/** Somebody with an account at a simulated sign-in provider. */
export type Person = { id: string; name: string /** null: the provider has none, or the person does not share it */; email: string | null };

/** The accounts of one provider: some that always exist, and those that a visitor of the sign-in page makes. */
export type People = ReturnType<typeof createPeople>;

export function createPeople(records: RecordStore, table: string, first: readonly Person[], newId: () => string) {
  const made = records.table<Person>(table);
  return {
    all: (): readonly Person[] => [...first, ...made.all()],
    find: (id: string): Person | undefined => first.find((person) => person.id === id) ?? made.get(id),
    add(name: string, email: string): Person {
      const person: Person = { id: newId(), name: name.trim().slice(0, 40) || '新朋友', email: email.trim() || null };
      made.put(person.id, person);
      return person;
    },
  };
}

/** `count` random decimal digits. */
export const randomDigits = (count: number): string => Array.from(randomBytes(count), (byte) => String(byte % 10)).join('');
