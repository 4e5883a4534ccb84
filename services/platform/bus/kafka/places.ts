import { setTimeout as sleep } from 'node:timers/promises';
import type { Position, StreamName } from '../../event-store/port.ts';
import { Outrun } from '../positions.ts';

/** How far a consumer is in a partition. */
export type Place = {
  /** offset of the first message that is not handled */
  next: bigint;
  /**
   * Every event that this partition carries up to here is handled, or parked. The relay sends in the store's order, so
   * that whatever comes with this position or a lower one is a repeat.
   */
  position: Position;
  /** timestamp of the message before `next`, by which its log is known again; undefined where it was not seen */
  mark: string | undefined;
};

/** A stream that the consumer could not go on with. Its events after `after` are held back; the store has them. */
export type Parked = { stream: StreamName; partition: number; after: Position; reason: string };

/** `kept`: whether it stands there already; `fresh`: nothing was ever handled. */
export type Found = Place & { kept: boolean; fresh: boolean };

/** Where a consumer keeps its places. Every change names the place it comes from. */
export type Places = {
  /** Of partitions that were just assigned. */
  load(partitions: readonly number[]): Promise<Map<number, Found>>;
  /** @throws Outrun where somebody else moved it */
  move(partition: number, from: Place | undefined, to: Place): Promise<void>;
  /** Moves the place and parks the streams, or neither. @throws Outrun */
  park(partition: number, from: Place | undefined, to: Place, parked: readonly Parked[]): Promise<void>;
  parkedIn(partitions: readonly number[]): Promise<Parked[]>;
  /** What was held back is handled up to `to`. @throws Outrun */
  advance(parked: Parked, to: Position, reason: string): Promise<void>;
  /** The stream goes on. @throws Outrun */
  release(parked: Parked): Promise<void>;
};

/** Of an ephemeral consumer: in memory, gone with it. `starts` is asked for partitions that it has never had. */
export function placesInMemory(starts: (partitions: readonly number[]) => Promise<Map<number, Place>>): Places {
  const places = new Map<number, Place>();
  const parked = new Map<StreamName, Parked>();
  const set = async (partition: number, to: Place): Promise<void> => void places.set(partition, to);
  return {
    async load(partitions) {
      const unknown = partitions.filter((partition) => !places.has(partition));
      if (unknown.length > 0) for (const [partition, place] of await starts(unknown)) places.set(partition, place);
      return new Map(partitions.map((partition) => [partition, { ...(places.get(partition) as Place), kept: true, fresh: false }]));
    },
    move: (partition, _, to) => set(partition, to),
    async park(partition, _, to, streams) {
      for (const one of streams) parked.set(one.stream, one);
      await set(partition, to);
    },
    parkedIn: async (partitions) => [...parked.values()].filter(({ partition }) => partitions.includes(partition)),
    advance: async (one, after, reason) => void parked.set(one.stream, { ...one, after, reason }),
    release: async ({ stream }) => void parked.delete(stream),
  };
}

const SAVES = { attempts: 20, everyMs: 250 };

/** What was handled is not handed over again because the database was away for a moment when it was to be noted. */
export async function untilKept(keep: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await keep();
    } catch (error) {
      if (error instanceof Outrun || attempt === SAVES.attempts) throw error;
      await sleep(SAVES.everyMs);
    }
  }
}
