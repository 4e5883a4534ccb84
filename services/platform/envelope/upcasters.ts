import type { JsonObject } from '../event-store/port.ts';

/**
 * The parts of an event that an upcaster may change. `personal` is by purpose (`PersonalData`), except before the version
 * that divided it. It is undefined if there is none, if it was forgotten or if it was not requested; then an
 * upcaster that moves an open field into it drops the field.
 */
export type EventShape = { data: JsonObject; personal?: JsonObject | undefined };

/** Converts an event of `type` from `fromVersion` to the next version. Its file is beside the event; each version has a frozen sample. */
export type Upcaster = { type: string; fromVersion: number; up: (shape: EventShape) => EventShape };

export type Upcasting = ReturnType<typeof createUpcasting>;

/** @throws Error if the versions of a type are not consecutive from 1 */
export function createUpcasting(upcasters: readonly Upcaster[]) {
  const chains = Map.groupBy(upcasters, ({ type }) => type);
  for (const [type, chain] of chains) {
    chain.sort((a, b) => a.fromVersion - b.fromVersion);
    if (chain.some(({ fromVersion }, index) => fromVersion !== index + 1))
      throw new Error(`the upcasters of ${type} leave a version out or name one twice`);
  }
  return {
    /** The current version of the type; 1 if it never changed. */
    currentVersion: (type: string): number => (chains.get(type)?.length ?? 0) + 1,
    /** To version `until`; default: the current one. Does not change an event of a newer, unknown version: schemas only gain fields. */
    upcast(type: string, version: number, shape: EventShape, until?: number): EventShape {
      const chain = chains.get(type);
      if (!chain) return shape;
      let current = shape;
      for (const { up } of chain.slice(version - 1, until === undefined ? undefined : until - 1)) current = up(current);
      return current;
    },
  };
}
