import type { JsonObject } from '../event-store/port.ts';

/**
 * JSON text with keys in code-unit order and members that are undefined left out, so that the same value is the
 * same text in every process and in both stores: the hash chain covers the text.
 * @throws TypeError on what JSON cannot hold (NaN, bigint, Date, functions): a domain event with one is a mistake
 */
export function canonical(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} cannot stand in an event`);
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
      return canonicalObject(value);
    default:
      throw new TypeError(`a ${typeof value} cannot stand in an event`);
  }
}

function canonicalObject(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError(`a ${value.constructor.name} cannot stand in an event`);
  const members: string[] = [];
  for (const key of Object.keys(value).toSorted()) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonical(member)}`);
  }
  return `{${members.join(',')}}`;
}

/** The value as it will come back from the store, so that what was just decided folds as what was read. */
export const asStored = <T extends JsonObject>(value: T): T => JSON.parse(canonical(value)) as T;
