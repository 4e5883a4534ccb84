import type { MemberEvent } from './member-events.ts';

/** An invented member who registered with a password, for tests. */
export const AT = '2026-11-22T06:00:00.000Z';
export const subject = 'member:m1';
const agreement = { version: '1', hash: '' };
export const registered: MemberEvent = {
  type: 'MemberRegistered',
  subject,
  data: {
    at: AT,
    method: 'EMAIL',
    inviteCode: 'ABCDEFGHJK',
    emailKey: 'e1',
    phoneKey: 'p1',
    ageConfirmed: true,
    terms: agreement,
    privacy: agreement,
  },
  personal: { contact: { firstName: '王', lastName: '大明', email: 'a@example.com', phone: '+886912345678' } },
};
