import type { StreamName } from '@nordhaut/platform/event-store';

export const MEMBER_CATEGORY = 'member';
export const memberStream = (memberId: string): StreamName => `${MEMBER_CATEGORY}-${memberId}`;
export const memberIdOf = (stream: StreamName): string => stream.slice(MEMBER_CATEGORY.length + 1);
/** The person of a member's events. */
export const memberSubject = (memberId: string): string => `member:${memberId}`;
