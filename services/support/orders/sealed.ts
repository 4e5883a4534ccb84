import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { sentenceOf } from './sentences.ts';
import type { Field } from './state-fields.ts';

/** The page of the order shows the texts of notes. */
const NOTES = new Set(['NoteWritten', 'NoteWithdrawn']);
const STORES = new Set(['PickupStoreChosen', 'PickupStoreChanged']);

type Store = { id: string; name: string; address: string };
type Texts = { contact?: { store?: Store; email?: string }; support?: { note?: string; comment?: string } };

/**
 * A store gives the parcel to anyone with these numbers. They are in clear in the history, because the carrier's calls need them; who
 * may not reveal personal data does not read them there (decisions.md 9).
 */
const PICKUP_NUMBERS = ['cvsPaymentNo', 'cvsValidationNo'] as const;
const MASKED = '＊＊＊';
export function withoutPickupNumbers<Data extends object>(data: Data): Data {
  const masked = PICKUP_NUMBERS.flatMap((name) => ((data as Record<string, unknown>)[name] ? [[name, MASKED] as const] : []));
  return masked.length > 0 ? { ...data, ...Object.fromEntries(masked) } : data;
}

const reasonOf = ({ type, personal }: DecodedEvent): string | undefined =>
  NOTES.has(type) ? undefined : (personal as Texts | undefined)?.support?.note;

/** What of an event only the revealed data shows: each part in a word, with its text. */
function partsOf(event: DecodedEvent): [word: string, text: string][] {
  const { contact, support } = (event.personal ?? {}) as Texts;
  const store = STORES.has(event.type) ? contact?.store : undefined;
  const reason = reasonOf(event);
  return [
    ...(store ? [['店名', `${store.name}（${store.id}）${store.address}`] satisfies [string, string]] : []),
    ...(contact?.email ? [['電子郵件', contact.email] satisfies [string, string]] : []),
    ...(support?.comment ? [['退貨說明', support.comment] satisfies [string, string]] : []),
    ...(reason ? [['原因', reason] satisfies [string, string]] : []),
  ];
}

/** `店名與原因`; undefined: nothing, or it was forgotten. */
export const sealedOf = (event: DecodedEvent): string | undefined =>
  partsOf(event)
    .map(([word]) => word)
    .join('與') || undefined;

/** What the events seal, as text. */
export const sealedTexts = (events: readonly DecodedEvent[]): { id: string; text: string }[] =>
  events.flatMap((event) => {
    const parts = partsOf(event);
    const text = parts.map(([word, part]) => `${word}：${part}`).join('；');
    return parts.length > 0 ? [{ id: event.id, text }] : [];
  });

/** The reasons that support typed for its acts, each with what it was for. */
export const reasonFields = (events: readonly DecodedEvent[]): Field[] =>
  events.flatMap((event) => {
    const reason = reasonOf(event);
    return reason ? [{ label: '客服填寫的原因', value: `${reason}（${sentenceOf(event, new Map())}）` }] : [];
  });
