import type { Position, StreamName } from '../../event-store/port.ts';

/** How far a consumer is in a partition. */
export type Place = {
  /** offset of the first message that is not handled */
  next: bigint;
  /**
   * Every event that this partition carries up to here is handled, or parked. The relay sends in the store's order, so
   * that whatever comes with this position or a lower one is a repeat.
   */
  position: Position;
};

/** A stream that the consumer could not go on with. Its events after `after` are held back; the store has them. */
export type Parked = { stream: StreamName; partition: number; after: Position; reason: string };

/** Where a consumer keeps its places. Every change names the place it comes from. */
export type Places = {
  /** Of partitions that were just assigned. `kept`: whether it stands there already, `fresh`: nothing was ever handled. */
  load(partitions: readonly number[]): Promise<Map<number, Place & { kept: boolean; fresh: boolean }>>;
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

/** Of an ephemeral consumer: in memory, gone with it. `startOf` is asked once for each partition. */
export function placesInMemory(startOf: (partition: number) => Promise<Place>): Places {
  const places = new Map<number, Place>();
  const parked = new Map<StreamName, Parked>();
  const set = async (partition: number, to: Place): Promise<void> => void places.set(partition, to);
  return {
    async load(partitions) {
      for (const partition of partitions) if (!places.has(partition)) places.set(partition, await startOf(partition));
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
