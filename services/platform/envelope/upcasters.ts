import type { JsonObject } from '../event-store/port.ts';

/** What of an event an upcaster may change. `personal` is undefined where there is none, or it was not asked for. */
export type EventShape = { data: JsonObject; personal?: JsonObject | undefined };

/** Brings an event of `type` from version `fromVersion` to the next; stands next to the event, with a frozen sample. */
export type Upcaster = { type: string; fromVersion: number; up: (shape: EventShape) => EventShape };

export type Upcasting = {
  /** The version that events of the type are written in today; 1 where nothing was ever changed. */
  currentVersion(type: string): number;
  /** An event of a version newer than known is left as it is: schemas only grow. */
  upcast(type: string, version: number, shape: EventShape): EventShape;
};

/** @throws Error where a type's versions do not follow one another from 1 on */
export function createUpcasting(upcasters: readonly Upcaster[]): Upcasting {
  const chains = new Map<string, Upcaster[]>();
  for (const upcaster of upcasters) chains.set(upcaster.type, [...(chains.get(upcaster.type) ?? []), upcaster]);
  for (const [type, chain] of chains) {
    chain.sort((a, b) => a.fromVersion - b.fromVersion);
    if (chain.some(({ fromVersion }, index) => fromVersion !== index + 1))
      throw new Error(`the upcasters of ${type} leave a version out or name one twice`);
  }
  return {
    currentVersion: (type) => (chains.get(type)?.length ?? 0) + 1,
    upcast(type, version, shape) {
      const chain = chains.get(type);
      if (!chain) return shape;
      let current = shape;
      for (const { up } of chain.slice(version - 1)) current = up(current);
      return current;
    },
  };
}
