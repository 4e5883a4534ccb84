import type { StreamName } from '@nordhaut/platform/event-store';

export const STAFF_CATEGORY = 'staff';
export const staffStream = (staffId: string): StreamName => `${STAFF_CATEGORY}-${staffId}`;
/** The person of a member's events. */
export const staffSubject = (staffId: string): string => `staff:${staffId}`;
/** The account that the first start invites. */
export const FIRST_STAFF = 'first';
