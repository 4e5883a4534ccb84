import type { JsonObject } from '../event-store/port.ts';

/**
 * The canonical JSON text of a value (RFC 8785): no white space, members sorted by UTF-16 code units, numbers and strings
 * as ECMAScript writes them. The same value has the same text in every process and in every store, also where a client
 * parses it and writes it again. Members that are undefined are left out.
 * @throws TypeError on a value that JSON cannot hold, or that another reader would change (see `checked`, `checkedKey`)
 */
export const canonical = (value: unknown): string => JSON.stringify(isCanonical(value) ? value : copy(value));

/** The value as the store returns it: a decision folds the same events as a later read. @throws TypeError as `canonical` */
export const asStored = <T extends JsonObject>(value: T): T => copy(value) as T;

/** The object whose canonical text this is; undefined for any other text. */
export function parseCanonical(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && canonical(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `copy` would change nothing. Most values are copies already, and this check allocates no objects. @throws TypeError as `copy` */
function isCanonical(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return checked(value) === value;
  if (Array.isArray(value)) return value.every(isCanonical);
  let before = '';
  for (const key of Object.keys(checkedObject(value))) {
    const member = (value as Record<string, unknown>)[key];
    if (key < before || member === undefined || !isCanonical(member)) return false;
    before = checkedKey(key);
  }
  return true;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return checked(value);
  if (Array.isArray(value)) return value.map(copy);
  const result: Record<string, unknown> = {};
  for (const key of sortedKeys(checkedObject(value))) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) result[checkedKey(key)] = copy(member);
  }
  return result;
}

/** Insertion takes the square of the number of members. */
const FEW = 50;

/** Sorted by insertion: for the few members of an object, `sort` takes as long as the rest of the copy and allocates more. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  if (keys.length > FEW) return keys.sort();
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next] as string;
    let at = next;
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}

function checkedObject(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError(`an event cannot hold a ${value.constructor.name}`);
  return value;
}

const INTEGER = /^(0|[1-9]\d*)$/;

/** An object keeps integer-like keys in numeric order, whatever the order of the text; `__proto__` sets the prototype. */
function checkedKey(key: string): string {
  const first = key.charCodeAt(0);
  if (key === '__proto__' || (first >= 48 && first <= 57 && INTEGER.test(key)))
    throw new TypeError(`an event cannot hold a member named ${key}`);
  return key;
}

/** Other readers know no −0, and lose the last digits of an integer above 2^53. */
function checked(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'number') throw new TypeError(`an event cannot hold a ${typeof value}`);
  const isKept = Number.isFinite(value) && !Object.is(value, -0) && (Number.isSafeInteger(value) || !Number.isInteger(value));
  if (!isKept) throw new TypeError(`an event cannot hold the number ${Object.is(value, -0) ? '-0' : value}`);
  return value;
}
