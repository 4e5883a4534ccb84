import type { Decider, Decision, DomainEvent } from '../event-store/decider.ts';

const DAY = 86_400_000;

/**
 * The decision, or the refusal of a command that would make its stream longer than it may be (`Decider.limit`). `began`: ISO
 * instant of the stream's first event; undefined where it has none.
 */
export function withinLimit<Command, E extends DomainEvent>(
  { limit }: Pick<Decider<never, Command, E>, 'limit'>,
  command: Command,
  decision: Decision<E>,
  { revision, began }: { revision: number; began: string | undefined },
  now: Date,
): Decision<E> {
  if (!decision.ok || decision.events.length === 0) return decision;
  const most = limit?.(command);
  if (!most) return decision;
  const days = began === undefined ? 0 : Math.max(0, Math.floor((now.getTime() - Date.parse(began)) / DAY));
  const isWithin = revision + 1 + decision.events.length <= most.events + most.perDay * days;
  return isWithin ? decision : { ok: false, rejection: most.rejection };
}
