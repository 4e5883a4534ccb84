/** characters of a masked payload at most */
const MOST = 4_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** a longer number may be somebody's phone or account */
const PLAIN_NUMBER = 9_999_999;

function masked(value: unknown): unknown {
  if (typeof value === 'string') return INSTANT.test(value) ? value : `•(${value.length})`;
  if (typeof value === 'number') return Math.abs(value) > PLAIN_NUMBER ? '•(number)' : value;
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [/^[A-Za-z]\w{0,40}$/.test(name) ? name : '•', masked(inner)]));
  return value;
}

/** The shape of an event's data: of texts, only their length. Text that is no JSON is not shown at all. */
export function maskedPayload(data: string): string {
  try {
    return JSON.stringify(masked(JSON.parse(data)), null, 2).slice(0, MOST);
  } catch {
    return `•(${data.length})`;
  }
}

const CODES: readonly [code: PoisonCode, words: RegExp][] = [
  ['NOT_JSON', /JSON/],
  ['SEAL_BROKEN', /does not open with its key/],
  ['VALUE_REFUSED', /invalid input|violates|out of range|too long|exceeds/],
  ['FOLD_FAILED', /undefined|null|not a function|not iterable|Cannot/],
];
export type PoisonCode = 'NOT_JSON' | 'SEAL_BROKEN' | 'VALUE_REFUSED' | 'FOLD_FAILED' | 'OTHER';

/** The kind of a recorded reason. The reason itself may quote the event, so no page shows it. */
export const codeOf = (reason: string): PoisonCode => CODES.find(([, words]) => words.test(reason))?.[0] ?? 'OTHER';
