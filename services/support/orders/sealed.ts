import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { sentenceOf } from './sentences.ts';
import type { Field } from './state-fields.ts';

/** The page of the order shows the texts of notes. */
const NOTES = new Set(['NoteWritten', 'NoteWithdrawn']);
const STORES = new Set(['PickupStoreChosen', 'PickupStoreChanged']);

type Texts = { contact?: object; support?: { note?: string; comment?: string } };

const reasonOf = ({ type, personal }: DecodedEvent): string | undefined =>
  NOTES.has(type) ? undefined : (personal as Texts | undefined)?.support?.note;

/** What of an event only the revealed data shows, in a word; undefined: nothing, or it was forgotten. */
export function sealedOf(event: DecodedEvent): string | undefined {
  const { contact, support } = (event.personal ?? {}) as Texts;
  if (contact && STORES.has(event.type)) return '店名';
  if (support?.comment) return '退貨說明';
  return reasonOf(event) && '原因';
}

/** The reasons that support typed for its acts, each with what it was for. */
export const reasonFields = (events: readonly DecodedEvent[]): Field[] =>
  events.flatMap((event) => {
    const reason = reasonOf(event);
    return reason ? [{ label: '客服填寫的原因', value: `${reason}（${sentenceOf(event, new Map())}）` }] : [];
  });
