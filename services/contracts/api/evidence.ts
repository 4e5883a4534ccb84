import * as z from 'zod/mini';
import { Reason } from './acting.ts';

// The evidence pack of one order, for a court, an auditor or the buyer's bank.

/** `HISTORY`: the history, masked. `CARD_DISPUTE`: also the recipient, 3-D secure, delivery, mails and terms. */
export const PACK_PURPOSES = ['HISTORY', 'CARD_DISPUTE'] as const;
export type PackPurpose = (typeof PACK_PURPOSES)[number];
export const PackRequest = z.object({ purpose: z.enum(PACK_PURPOSES), reason: Reason });
/** `path`: of the ZIP, for the account that asked, until the instant `until` */
export const PackAnswer = z.object({ path: z.string(), until: z.string() });
export type PackAnswer = z.infer<typeof PackAnswer>;
export const PackParams = z.object({ token: z.string().check(z.regex(/^[a-z0-9]{6,10}-[A-Z0-9]{9,21}-[0-9a-f]{32}$/)) });

/**
 * `gap`: what it does not cover, and how many of its events are lost; null where the store cannot count. `root`: base64, null if
 * another key signed it.
 */
const StatedCheckpoint = z.object({
  size: z.int(),
  root: z.nullable(z.string()),
  note: z.string(),
  at: z.string(),
  gap: z.nullable(z.object({ events: z.int(), since: z.nullable(z.string()), lost: z.int() })),
});
/** `newest`: signed by the shop. `sent`: the newest one that left the shop. `mails`: of checkpoints, newest first. */
export const HistoryStateAnswer = z.object({
  publicKey: z.string(),
  newest: z.nullable(StatedCheckpoint),
  sent: z.nullable(StatedCheckpoint),
  mails: z.array(z.object({ size: z.int(), state: z.enum(['due', 'sending', 'sent', 'listed', 'dropped']), at: z.string() })),
});
export type HistoryStateAnswer = z.infer<typeof HistoryStateAnswer>;
