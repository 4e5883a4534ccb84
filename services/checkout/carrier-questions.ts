import { tokenBucket, type TokenBucket } from '@nordhaut/platform/timing';

/** questions that need not wait, as the few of a small shop */
const BURST = 20;
/** share of `PARCEL_POLL_RATE` */
const SHARE = 0.1;

/** Questions to the carrier that have time: after too many, the carrier refuses all calls, also those that make parcels (infra/decisions/102). */
export const unhurriedQuestions = (pollRate: number): TokenBucket =>
  tokenBucket({ size: BURST, refillMs: (BURST / (pollRate * SHARE)) * 1_000 });
