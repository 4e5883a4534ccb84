import type { DomainEvent, Purpose } from '../event-store/decider.ts';

/**
 * The event of every capability that forgets personal data. It is in the stream of the person's own facts, such as the
 * order's. Its `subject` is the person. After it, the keys of `purposes` are destroyed.
 */
export const FORGOTTEN_EVENT = 'PersonalDataForgotten';

/** `PERSON`: the person asked. `CALENDAR`: the data has lost its purpose (decisions.md 86). */
export type Requester = 'PERSON' | 'CALENDAR';

/**
 * `REQUESTED`: the person wants it. `CONSENT_WITHDRAWN`: the person withdrew a consent. `UNLAWFUL`: the shop should not
 * have had the data. `PURPOSE_ENDED`: the time of the table is over.
 */
export type ForgettingReason = 'REQUESTED' | 'CONSENT_WITHDRAWN' | 'UNLAWFUL' | 'PURPOSE_ENDED';

/**
 * What is kept. `until`: ISO instant; null where it depends on a later event. `why`: `TAX_LAW`, `OWN_TERM` of the table, or `ACCOUNT`: the
 * account that it belongs to is open.
 */
export type Kept = { purpose: Purpose; until: string | null; why: 'TAX_LAW' | 'OWN_TERM' | 'ACCOUNT' };

export type PersonalDataForgotten = DomainEvent<
  typeof FORGOTTEN_EVENT,
  { at: string; purposes: Purpose[]; requester: Requester; reason: ForgettingReason; kept: Kept[] }
>;
