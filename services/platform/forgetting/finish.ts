import type { Codec, DecodedEvent } from '../envelope/index.ts';
import { ofTheHistory } from '../envelope/unreadable.ts';
import type { EventStore, RecordedEvent, StreamName } from '../event-store/port.ts';
import { deleteAnswers } from '../http/idempotency/store.ts';
import { FORGOTTEN_EVENT, type PersonalDataForgotten } from './event.ts';
import type { Forgets, ForgettingEngine } from './forgets.ts';
import type { Forgotten } from './list-file.ts';
import { visitorsOf } from './personal-data.ts';

/** What a recorded event says. */
export const forgottenOf = ({ stream, subject = '', data }: Pick<DecodedEvent, 'stream' | 'subject' | 'data'>): Forgotten => ({
  stream,
  subject,
  data: data as PersonalDataForgotten['data'],
});

/** All events of the person, by stream. */
function recordsOf(store: Pick<EventStore, 'read'>, forgets: readonly Forgets[], forgotten: Forgotten): Promise<RecordedEvent[][]> {
  const streams = new Set<StreamName>([forgotten.stream, ...forgets.flatMap(({ streams: of }) => of?.(forgotten) ?? [])]);
  return Promise.all([...streams].map((stream) => store.read(stream)));
}

/** Gives a person of an earlier release, with one key for everything, a key per purpose. Does nothing for others. */
export const split = async (codec: Codec, store: Pick<EventStore, 'read'>, forgets: readonly Forgets[], forgotten: Forgotten) =>
  codec.splitSubjects((await recordsOf(store, forgets, forgotten)).flat());

/**
 * The effects of a recorded forgetting, in this order: the list outside the database, then what capabilities hold beside
 * the events, then the keys. The event comes before all of them. So nothing is destroyed without an event and a line of
 * the list, and a process that dies at any point leaves an event whose effects the durable consumer repeats.
 * @throws UnreadableHistory an event of the person cannot be read, so it is not known what else has to be deleted
 */
export async function finishForgetting(
  { store, codec, vault, pool, outer, clock, config, commands, forgets, forgotten: list }: ForgettingEngine,
  forgotten: Forgotten,
): Promise<void> {
  const records = await recordsOf(store, forgets, forgotten);
  await list.add(forgotten);
  const events: DecodedEvent[] = [];
  for (const stream of records) events.push(...(await ofTheHistory(stream, (part) => codec.decode(part))));
  const commandIds = [...new Set(events.map(({ metadata }) => metadata.commandId))];
  const visitors = visitorsOf(forgets, events);
  await deleteAnswers(pool, commandIds);
  for (const { erase } of forgets) await erase?.({ pool, outer, clock, config, commands }, { ...forgotten, commandIds, visitors, events });
  await codec.splitSubjects(records.flat());
  await vault.forget(forgotten.subject, forgotten.data.purposes);
}

/** Completes every forgetting that a stream records. It may be repeated. */
export async function completeForgettings(engine: ForgettingEngine, stream: StreamName): Promise<void> {
  const recorded = (await engine.store.read(stream)).filter(({ type }) => type === FORGOTTEN_EVENT);
  for (const event of await engine.codec.decode(recorded, { personal: false })) await finishForgetting(engine, forgottenOf(event));
}
