import type { Decider, DomainEvent } from '../event-store/decider.ts';

/**
 * What a stream's next command continues: the correlation id, and the events that may be its cause. It is folded beside
 * the state and is never part of it, so no view of a state can show an id.
 */
export type Trail = {
  /** undefined: the next command gets a new id */
  correlationId: string | undefined;
  /** by the fact's name (`Decider.fact`), the newest event that recorded it */
  facts: Readonly<Record<string, Fact>>;
};
type Fact = { eventId: string; revision: number };

export const NO_TRAIL: Trail = { correlationId: undefined, facts: {} };

type Traced<E> = E & { id: string; revision: number; metadata: { correlationId: string } };

/** The trail after further events of the stream, in order. */
export function extend<E extends DomainEvent>(
  { correlation, fact }: Pick<Decider<never, never, E>, 'correlation' | 'fact'>,
  trail: Trail,
  events: readonly Traced<E>[],
): Trail {
  let { correlationId, facts } = trail;
  for (const event of events) {
    const own = event.metadata.correlationId;
    correlationId = correlation ? correlation(correlationId, event, own) : (correlationId ?? own);
    const name = fact?.(event);
    if (name !== undefined) facts = { ...facts, [name]: { eventId: event.id, revision: event.revision } };
  }
  return { correlationId, facts };
}

/** The id of the newest event that recorded one of the facts; undefined where no event did. */
export function causeIn({ facts }: Trail, names: readonly string[]): string | undefined {
  let newest: Fact | undefined;
  for (const name of names) {
    const found = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (found && (!newest || found.revision > newest.revision)) newest = found;
  }
  return newest?.eventId;
}
