import type { DecodedEvent } from '../envelope/index.ts';
import type { Purpose } from '../event-store/decider.ts';
import type { StreamName } from '../event-store/port.ts';
import type { Forgets, ForgettingEngine, Holder, PersonalEntry, PersonalSet } from './forgets.ts';

const TITLES: Readonly<Record<Purpose, string>> = { contact: '聯絡資料', invoice: '發票資料', support: '退換貨與客服資料' };

/** All events of the streams, with the personal data that was not forgotten. */
export const eventsOf = async ({ store, codec }: ForgettingEngine, streams: readonly StreamName[]): Promise<DecodedEvent[]> =>
  (await Promise.all(streams.map(async (stream) => codec.decode(await store.read(stream))))).flat();

/**
 * The browsers of the person: those of the events that only the person's own browser makes. Others send commands to the same
 * streams: the recipient of a gift, who proves by phone, and every caller of a public route. Their browsers keep their own data.
 */
export const visitorsOf = (forgets: readonly Forgets[], events: readonly DecodedEvent[]): string[] => [
  ...new Set(
    events.flatMap((event) => {
      const { actor } = event.metadata;
      return actor.kind === 'guest' && forgets.some(({ ownBrowser }) => ownBrowser?.(event)) ? [actor.id] : [];
    }),
  ),
];

/**
 * Notes and reasons of the staff are named and not quoted: they may name other people, so somebody reads them first (infra/decisions/078).
 * What the staff corrects of the person's own data (an invoice, a birthday, a store) is the person's.
 */
const TYPED_BY_STAFF = { 內容: '客服填寫的文字，審閱後另行提供' };

type InStreams = { name: string; title: string; streams: (holder: Holder) => readonly StreamName[] };

/** The sealed data of a capability's events, a set for each purpose. */
export const sealedSets = ({ name, title, streams }: InStreams, purposes: readonly Purpose[]): PersonalSet[] =>
  purposes.map((purpose) => ({
    name: `${name}-${purpose}`,
    title: `${title}：${TITLES[purpose]}`,
    ends: { kind: 'forgotten', purposes: [purpose] },
    read: async (engine, holder) =>
      (await eventsOf(engine, streams(holder))).flatMap(({ type, recordedAt, personal, metadata: { actor } }): PersonalEntry[] => {
        const content = personal?.[purpose];
        if (content === undefined) return [];
        const values = actor.kind === 'support' && purpose === 'support' ? TYPED_BY_STAFF : (content as Record<string, unknown>);
        return [{ at: recordedAt, label: type, values }];
      }),
  }));

/** What the person did, without what is sealed: these facts stay in the history. */
export const openSet = ({ name, title, streams }: InStreams, why: string): PersonalSet => ({
  name,
  title,
  ends: { kind: 'kept', why },
  read: async (engine, holder) =>
    (await eventsOf(engine, streams(holder))).flatMap(({ type, recordedAt, data, metadata: { actor } }): PersonalEntry[] =>
      actor.kind === 'guest' || actor.kind === 'member' ? [{ at: recordedAt, label: type, values: data }] : [],
    ),
});
