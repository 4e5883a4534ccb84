import { hash } from 'node:crypto';

/** The member's public id: it names neither the stream nor the account. */
export const memberUid = (memberId: string): string => hash('sha256', `member/${memberId}`, 'base64url').slice(0, 20);
