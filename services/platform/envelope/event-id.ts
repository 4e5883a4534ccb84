import type { StreamName } from '../event-store/port.ts';
import { nameUuids } from '../name-uuid.ts';

const idOf = nameUuids('7c1f0a52-93a4-5b0e-8a86-3f2d5d1f6c11');

/**
 * UUIDv5 of the command and the event's index among those the command made. The stream is part of the name: a
 * process may carry one command id into several streams, and ids must stay unique over the whole store.
 */
export const eventId = (stream: StreamName, commandId: string, index: number): string => idOf(`${stream}\n${commandId}\n${index}`);
