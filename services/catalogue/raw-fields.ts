import type { DetailImage, FlowEntry, Standing, TierPrices } from './product.ts';

/**
 * Reads the raw field forms of spec/1-catalogue-and-content §3. None of these throws: a field that cannot be read
 * is left out, so one badly edited product does not affect the others.
 */

/** `a|b|c`; blanks are dropped. */
export function pipeList(raw: unknown): string[] {
  return typeof raw === 'string' ? split(raw, '|') : texts(list(raw));
}

/** A list as a JSON array, as the text of one, or separated by commas. */
export function list(raw: unknown): unknown[] {
  if (Array.isArray(raw)) return raw;
  if (typeof raw === 'number') return [raw];
  if (typeof raw !== 'string') return [];
  const text = raw.trim();
  if (!text.startsWith('[')) return split(text, ',');
  const parsed = json(text);
  return Array.isArray(parsed) ? parsed : [];
}

/** Whole numbers above zero: ids, or sizes in ml. */
export function integers(raw: unknown): number[] {
  return list(raw)
    .map(whole)
    .filter((n): n is number => n !== undefined);
}

/** Whole NT$ per tier; a missing member price is the original one, a missing ADDITIONAL one is null. */
export function prices(raw: unknown): TierPrices | undefined {
  const tiers = typeof raw === 'string' ? json(raw) : raw;
  if (typeof tiers !== 'object' || tiers === null) return undefined;
  const { ORIGIN, MEMBER, ADDITIONAL } = tiers as Record<string, unknown>;
  const origin = dollars(ORIGIN);
  if (origin === undefined) return undefined;
  return { ORIGIN: origin, MEMBER: dollars(MEMBER) ?? origin, ADDITIONAL: dollars(ADDITIONAL) ?? null };
}

/** decisions.md #2 */
export function standing(raw: unknown): Standing {
  if (raw === '1' || raw === 1) return 'on-sale';
  return raw === '0' || raw === 0 ? 'out-of-stock' : 'hidden';
}

/** decisions.md #3: `self,+5,-9,11` or `[{ product_id, must }]`, also as text; kept as the second. */
export function flow(raw: unknown): FlowEntry[] {
  return list(raw)
    .map(flowEntry)
    .filter((entry): entry is FlowEntry => entry !== undefined);
}

/** Entries `image`, `image|link` or `image|link|what it shows`. */
export function detailImages(raw: unknown, altOf: (position: number) => string): DetailImage[] {
  return texts(list(raw)).flatMap((entry, index) => {
    const [image = '', link = '', alt = ''] = entry.split('|').map((part) => part.trim());
    return image ? [{ image, alt: alt || altOf(index + 1), link: safeLink(link) }] : [];
  });
}

function flowEntry(entry: unknown): FlowEntry | undefined {
  if (typeof entry === 'object' && entry !== null) {
    const { product_id: id, must } = entry as Record<string, unknown>;
    const product = id === 'self' ? 'self' : whole(id);
    return product === undefined ? undefined : { product, must: truth(must) };
  }
  const [text = ''] = texts([entry]);
  if (text.trim() === 'self') return { product: 'self', must: null };
  const product = whole(text.trim().replace(/^[+-]/, ''));
  if (product === undefined) return undefined;
  return { product, must: text.trim().startsWith('+') ? true : text.trim().startsWith('-') ? false : null };
}

/** A link is https or a path of the shop; no other scheme reaches a page. To a browser, a backslash is a slash, and a tab is nothing. */
function safeLink(link: string): string | null {
  return /^(https:\/\/|\/(?![/\\]))[^\s\\]*$/.test(link) ? link : null;
}

function truth(value: unknown): boolean | null {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return null;
}

function whole(value: unknown): number | undefined {
  const n = typeof value === 'number' ? value : typeof value === 'string' && /^\s*\d{1,10}\s*$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(n) && n > 0 && n <= 2_147_483_647 ? n : undefined;
}

function dollars(value: unknown): number | undefined {
  if (value === 0 || value === '0') return 0;
  return whole(value);
}

/** Keeps texts and numbers; an object in a list of names is an editing mistake. */
const texts = (entries: unknown[]) => entries.filter((entry) => typeof entry === 'string' || typeof entry === 'number').map(String);

const split = (text: string, by: string) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
