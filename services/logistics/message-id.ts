import { nameUuids } from '@nordhaut/platform/name-uuid';

const uuidOf = nameUuids('0f4d8c7e-5a0b-5d8e-9a43-6f1f6a0e2b11');

/** The command id of a carrier's message. A repeated message has the same id. */
export const messageId = (...parts: readonly string[]): string => uuidOf(JSON.stringify(parts));
