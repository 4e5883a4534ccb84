import type { Json, JsonObject } from '../event-store/port.ts';

/**
 * JSON text with keys in code-unit order and members that are undefined left out, so that the same value is the
 * same text in every process and in both stores: the hash chain covers the text.
 * @throws TypeError on what JSON cannot hold (NaN, bigint, Date, functions): a domain event with one is a mistake
 */
export function canonical(value: unknown): string {
  // What went through `asStored` is in order already, and the built-in writer is many times as fast.
  if (isInOrder(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
  const members: string[] = [];
  for (const key of sortedKeys(value as object)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonical(member)}`);
  }
  return `{${members.join(',')}}`;
}

/** The value as it will come back from the store, so that what was just decided folds as what was read. */
export const asStored = <T extends JsonObject>(value: T): T => copy(value) as T;

/** `value` with one more member, where the order of the keys has it; the built-in writer wants it there. @throws TypeError */
export function withMember(value: JsonObject, name: string, member: Json): JsonObject {
  const result: JsonObject = {};
  let isIn = false;
  for (const key of Object.keys(value)) {
    refuseProto(key);
    if (!isIn && key > name) {
      result[name] = member;
      isIn = true;
    }
    result[key] = value[key] as Json;
  }
  if (!isIn) result[name] = member;
  return result;
}

/** Whether the keys of all objects in it stand in order. @throws TypeError */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return checked(value) === value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isInOrder(value[index])) return false;
    return true;
  }
  let before = '';
  for (const key of Object.keys(plain(value))) {
    const member = (value as Record<string, unknown>)[key];
    if (key < before || (member !== undefined && !isInOrder(member))) return false;
    before = key;
  }
  return true;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return checked(value);
  if (Array.isArray(value)) return value.map(copy);
  const result: Record<string, unknown> = {};
  for (const key of sortedKeys(plain(value))) {
    const member = (value as Record<string, unknown>)[key];
    refuseProto(key);
    if (member !== undefined) result[key] = copy(member);
  }
  return result;
}

function refuseProto(key: string): void {
  if (key === '__proto__') throw new TypeError(`a member named ${key} cannot stand in an event`);
}

/** Mostly they are in order already, and looking costs less than sorting. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (let index = 1; index < keys.length; index++) if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort();
  return keys;
}

function checked(value: unknown): unknown {
  const kind = typeof value;
  // JSON knows one zero.
  if (kind === 'number' && Number.isFinite(value)) return (value as number) + 0;
  if (kind === 'string' || kind === 'boolean' || value === null) return value;
  throw new TypeError(`a ${kind === 'number' ? (value as number) : kind} cannot stand in an event`);
}

function plain(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError(`a ${value.constructor.name} cannot stand in an event`);
  return value;
}
