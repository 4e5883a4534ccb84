import type { ErrorCode } from '@nordhaut/contracts';
import type { JsonObject } from './port.ts';

/**
 * Why the shop keeps personal data. `contact`: name, phone, e-mail, address, store. `invoice`: uniform number, company,
 * mobile barcode. `support`: reasons, notes, bank account. A person has a key for each purpose, so that the shop can
 * forget one purpose and keep another one (infra/decisions/044).
 */
export const PURPOSES = ['contact', 'invoice', 'support'] as const;
export type Purpose = (typeof PURPOSES)[number];
export type PersonalData = { [purpose in Purpose]?: JsonObject };

/**
 * An event of the domain. All data that identifies a person, and all free text, is in `personal`, by purpose. Each purpose
 * is encrypted with its own key of `subject` before it is stored (design: *Trust in the history*).
 */
export type DomainEvent<Type extends string = string, Data = JsonObject, Personal = PersonalData> = {
  type: Type;
  data: Data;
  /** the person of `personal`, e.g. `guest:{orderNo}`; required with `personal` */
  subject?: string;
  /** Lacks each purpose that was forgotten. Undefined if nothing is left, and on events that carry none. */
  personal?: Partial<Personal> | undefined;
};

/** An event as read from the store. */
export type Recorded<E> = E & { revision: number; position: bigint; recordedAt: string };

/** A refusal that a user can cause: a value, with a code of the error catalogue. */
export type Rejection = {
  /** the specification's state if it names one, else the HTTP status */
  status: number;
  code: ErrorCode;
  message: string;
  /** for the caller, beside the message for the user */
  details?: Readonly<Record<string, string>>;
};
export const reject = (status: number, code: ErrorCode, message: string): { ok: false; rejection: Rejection } => ({
  ok: false,
  rejection: { status, code, message },
});

export type Decision<E> = { ok: true; events: E[] } | { ok: false; rejection: Rejection };
export const accept = <E>(...events: E[]): Decision<E> => ({ ok: true, events });

/**
 * How long a stream may be. A process that does not hold its state reads all of it, so a stream that people outside the
 * shop can lengthen needs a limit (infra/decisions/109). `perDay`: what is added for each day since the stream's first
 * event, so that a stream of many years does not get there, and one that got there is open again the next day.
 */
export type StreamLimit = { events: number; perDay: number; rejection: Rejection };

/** Pure: `decide` never does I/O, `evolve` never throws and never decides. */
export type Decider<State, Command, E extends DomainEvent> = {
  initial: State;
  decide: (command: Command, state: State) => Decision<E>;
  evolve: (state: State, event: Recorded<E>) => State;
  /** The limit above which this command is refused if it would record something. Default: none. */
  limit?: (command: Command) => StreamLimit | undefined;
  /**
   * The correlation id of the stream's next command, after an event with the id `own`; undefined: that command gets a new
   * one. Default: the id of the stream's first event, so the whole stream has one.
   */
  correlation?: (current: string | undefined, event: E, own: string) => string | undefined;
  /** The name of the fact that the event records, if later commands may have it as their cause (`envelope/trail.ts`). */
  fact?: (event: E) => string | undefined;
};
