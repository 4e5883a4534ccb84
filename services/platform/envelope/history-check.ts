import type { EventMetadata, RecordedEvent } from '../event-store/port.ts';

/** An event of the shop whose chain hash fits. */
export type VerifiedEvent = { event: RecordedEvent; hash: string; metadata: EventMetadata };

/** Sentences for the auditor. */
export type Verdict = {
  /** what is wrong; the history is then not as it was */
  faults: readonly string[];
  /** what this check has shown, and by what */
  proven?: readonly string[];
  /** what nothing shows; never worded as "unchanged" */
  uncovered?: readonly string[];
};

/**
 * A check of the whole history. `npm run verify` reads every event once and gives it to all checks. A capability brings its
 * own in its module (`checks`), for example whether each destroyed key has its event.
 */
export type HistoryCheck = {
  /** Called for each event of the shop, in the order of the log. */
  take(verified: VerifiedEvent): void;
  /** Called after the last event. */
  verdict(): Verdict | Promise<Verdict>;
};
