import { createHash } from 'node:crypto';

/** The 64-bit key of a named advisory lock. As text, because the driver does not send a bigint of this size as int8. */
export const lockKey = (name: string): string => createHash('sha256').update(`nordhaut:${name}`).digest().readBigInt64BE().toString();
