import type pg from 'pg';
import type { DueWork } from '../bus/index.ts';
import type { Settings } from '../config.ts';
import type { Codec, CommandContext, Commands, DecodedEvent, OuterKeys, Vault } from '../envelope/index.ts';
import type { Purpose } from '../event-store/decider.ts';
import type { EventStore, StreamName } from '../event-store/port.ts';
import type { ForgettingReason, Kept } from './event.ts';
import type { ForgottenList } from './list.ts';
import type { Forgotten } from './list-file.ts';

/** Who is to be forgotten: the buyer of an order, a member, or a former member of the staff. A capability with other people adds its own kind. */
export type Person =
  | { order: string; member?: undefined; staff?: undefined }
  | { member: string; order?: undefined; staff?: undefined }
  | { staff: string; order?: undefined; member?: undefined };

/** `until`: ISO instant; null where an event ends the wait */
export type Waits = readonly { why: string; until: string | null }[];

/**
 * `forgotten`: done. `waits`: recorded; the shop does it by itself when the waits are over, and `dueBy` is the last instant
 * of the law. `kept`: the law wants all of it for now. `nothing-left`: it was forgotten before.
 */
export type ForgettingAnswer =
  | ({ kind: 'forgotten' } & Forgotten)
  | { kind: 'waits'; purposes: readonly Purpose[]; waits: Waits; dueBy: string; kept: readonly Kept[] }
  | { kind: 'kept'; kept: readonly Kept[] }
  | { kind: 'nothing-left'; stream: StreamName; at: string | null };

export type ForgettingRequest = {
  purposes: readonly Purpose[];
  reason: ForgettingReason;
  /** UUID; the same for a repeat of the same request */
  commandId: string;
  /** only says what would happen */
  dryRun: boolean;
  /** who sends it for the person; default: the operator at the command line */
  actor?: CommandContext['actor'];
};

/** What no purpose of the keys covers and an erasure leaves. `title`: in Chinese; `until`: ISO instant */
export type Left = { name: string; title: string; until: string };

/** What will be forgotten by itself. `asked`: a request of the person that waits. */
export type Planned = { name: string; purposes: readonly Purpose[]; at: string; asked: boolean };

/** A member's account that was closed or forgotten. `endedAt`: ISO instant */
export type EndedAccount = { memberId: string; endedAt: string };

/** When the account of a member ended whose history does not exist: before every order. ISO instant */
export const NO_ACCOUNT = new Date(0).toISOString();

/** What was forgotten, for the deletion of what no key protects. */
export type Erasure = Forgotten & {
  /** of all commands in the person's streams */
  commandIds: readonly string[];
  /** the person's own browsers (`Forgets.ownBrowser`) */
  visitors: readonly string[];
  /** all events of the person, with the personal data that was not forgotten before */
  events: readonly DecodedEvent[];
};

/** What forgetting needs of the engine. */
export type ForgettingEngine = {
  config: { of: Settings };
  pool: pg.Pool;
  store: EventStore;
  vault: Vault;
  codec: Codec;
  outer: OuterKeys;
  commands: Commands;
  clock: () => Date;
  forgotten: ForgottenList;
  forgets: readonly Forgets[];
};

/** What the calendar needs of the engine. */
export type FinishEngine = ForgettingEngine & { due: DueWork };

/** Whose data is read: a member with orders, or the guest of some orders. */
export type Holder = {
  member: string | null;
  orders: readonly string[];
  /** of the member and the orders, and the subjects of their events */
  streams: readonly StreamName[];
  subjects: readonly string[];
  /** the person's own browsers, as forgetting finds them */
  visitors: readonly string[];
  /** e-mail addresses and phone numbers (E.164) of the person. A text that a browser sent belongs to the person if it names one. */
  contacts: readonly string[];
};

/** One thing that is kept of a person. `at`: ISO instant; null where it has none. Labels and values are for reading, in Chinese. */
export type PersonalEntry = { at: string | null; label: string; values: Readonly<Record<string, unknown>> };

/**
 * A kind of data that a capability keeps of people. The lists of all capabilities together are a person's file, and they
 * say what forgetting leaves.
 */
export type PersonalSet = {
  /** unique in the shop */
  name: string;
  title: string;
  /** `forgotten`: its entries end when these purposes are forgotten. `kept`: they stay for the time and reason that `why` names. */
  ends: { kind: 'forgotten'; purposes: readonly Purpose[] } | { kind: 'kept'; why: string };
  /** What is kept now, oldest first. Nobody else's data, and no name of the staff. */
  read: (engine: ForgettingEngine, holder: Holder) => Promise<readonly PersonalEntry[]>;
};

/**
 * How a capability forgets people: a field of its module. Events and read models are sealed with the person's keys, so
 * the destroyed key is enough for them; every projection also empties its own rows at the event. `erase` is for the rest.
 *
 * ```ts
 * forgets: { erase: ({ pool }, { visitors }) => pool.query('delete from wishes where visitor = any($1)', [visitors]) }
 * ```
 */
export type Forgets = {
  /** what the capability keeps of people: the person's file is the list of these */
  keeps?: readonly PersonalSet[];
  /** further streams with events of the person */
  streams?: (forgotten: Forgotten) => readonly StreamName[];
  /**
   * Whether only the person's own browser makes this event. The file and the erasure reach what a guest's browser sent
   * elsewhere through the browsers of these events alone (infra/decisions/078, *Nobody else's data*).
   */
  ownBrowser?: (event: Pick<DecodedEvent, 'type' | 'data'>) => boolean;
  /** Deletes what is stored of the person outside events and read models. Called at least once, after the event. */
  erase?: (engine: Pick<ForgettingEngine, 'pool' | 'clock' | 'config' | 'commands' | 'outer'>, erasure: Erasure) => Promise<unknown>;
  /** What `erase` leaves of the buyer of an order, for the person who asks for the erasure. */
  leaves?: (engine: Pick<ForgettingEngine, 'pool' | 'config'>, orderNo: string) => Promise<readonly Left[]>;
  /** A request of the person. @returns undefined where the capability does not have the person */
  forget?: (engine: ForgettingEngine, person: Person, request: ForgettingRequest) => Promise<ForgettingAnswer | undefined>;
  /**
   * Records what is due by itself: each person alone, by `due`, because one history that cannot be read must not keep the
   * others from their turn. Rows that are only deleted go in batches. @returns whether there may be more
   */
  finish?: (engine: FinishEngine) => Promise<boolean>;
  /** What `finish` will record until then, in order of time. */
  plan?: (engine: ForgettingEngine, until: Date) => Promise<readonly Planned[]>;
  /** What the capability still needs the contact data of a member for. `orders`: guest's orders that the member adopted */
  memberWaits?: (engine: ForgettingEngine, member: { memberId: string; orders: readonly string[] }) => Promise<Waits>;
  /**
   * Whether the mail about the end of this account is under way, or not written yet. `finish` waits for it, because it needs the
   * contact data. `closedAt`: ISO instant; `position`: of the last event of the member
   */
  memberNotice?: (
    engine: Pick<ForgettingEngine, 'pool' | 'clock'>,
    member: { memberId: string; closedAt: string; position: bigint },
  ) => Promise<boolean>;
  /** When this member's account ended, by its own history (ISO instant). An account that ended stays so. `NO_ACCOUNT`: there is none. null: it is open */
  accountEnd?: (engine: Pick<ForgettingEngine, 'commands'>, memberId: string) => Promise<string | null>;
  /** Accounts that ended, after `last`, by their ids. A read model has them, so an account that ended just now may be missing. */
  endedAccounts?: (engine: Pick<ForgettingEngine, 'pool'>, page: { last: string; most: number }) => Promise<readonly EndedAccount[]>;
  /** Those of these members whose account is not known. A read model answers, so one that was made just now may be among them. */
  withoutAccount?: (engine: Pick<ForgettingEngine, 'pool'>, memberIds: readonly string[]) => Promise<readonly string[]>;
  /** What an event has to end first. `since`: its last event; `dueBy`: of a request of the person (ISO instants) */
  stuck?: (engine: ForgettingEngine) => Promise<readonly { name: string; since: string; dueBy: string | null }[]>;
  /** Records again a forgetting that a restored store lacks. @returns false where the stream is not the capability's, or not there */
  restore?: (engine: ForgettingEngine, forgotten: Forgotten) => Promise<boolean>;
};
