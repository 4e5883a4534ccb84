import { expect } from 'vitest';
import type { Decider, DomainEvent, Recorded } from './decider.ts';

/** Folds events as if they were stored: each has a revision, a position and an instant. */
export function foldEvents<State, Command, E extends DomainEvent>(
  { initial, evolve }: Decider<State, Command, E>,
  events: readonly E[],
): State {
  return events.reduce<State>(
    (state, event, revision) =>
      evolve(state, { ...event, revision, position: BigInt(revision), recordedAt: '2026-11-20T01:00:00.000Z' } as Recorded<E>),
    initial,
  );
}

/** Reads as a sentence: `given(decider)(...events).when(command).then(...events)`. For tests of deciders only. */
export const given =
  <State, Command, E extends DomainEvent>(decider: Decider<State, Command, E>) =>
  (...history: E[]) => ({
    state: foldEvents(decider, history),
    when(command: Command) {
      const decision = decider.decide(command, foldEvents(decider, history));
      const accepted = () => {
        if (!decision.ok) throw new Error(`rejected: ${decision.rejection.code}`);
        return decision.events;
      };
      return {
        then(...expected: E[]) {
          expect(decision).toEqual({ ok: true, events: expected });
        },
        /** The events of the command, at least one: a check of each event in an empty list would check nothing. */
        thenEvents: () => {
          const events = accepted();
          if (events.length === 0) throw new Error('accepted without an event');
          return events;
        },
        /** The events of the command. The list is empty where the command changes nothing. */
        thenEventsOrNone: accepted,
        rejected(code: string) {
          expect(decision.ok ? 'accepted' : decision.rejection.code).toBe(code);
        },
      };
    },
  });

/** One stream's history, without a store. A refused command writes nothing. */
export type History<State, Command, E> = {
  events: readonly E[];
  state(): State;
  /** the events of this command */
  send(command: Command): readonly E[];
};

/** A history that commands make one after another. `first`: events that it begins with */
export function historyOf<State, Command, E extends DomainEvent>(
  decider: Decider<State, Command, E>,
  ...first: E[]
): History<State, Command, E> {
  const events: E[] = [...first];
  let state = foldEvents(decider, events);
  return {
    events,
    state: () => state,
    send(command) {
      const decision = decider.decide(command, state);
      if (!decision.ok) return [];
      events.push(...decision.events);
      state = foldEvents(decider, events);
      return decision.events;
    },
  };
}
