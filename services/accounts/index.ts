export { memberIdOf, memberStream, memberSubject, MEMBER_CATEGORY } from './stream.ts';
export { isAccountClosed } from './closed-account.ts';
export type { Muting } from './muting.ts';
export { memberDecider } from './member.decide.ts';
export type { Member } from './member-state.ts';
export type { MemberEvent } from './member-events.ts';
export { isOnePerson, personKeysOf, provenEmails, type PersonKeys } from './one-person.ts';
export { attemptLimits, type AttemptLimits } from './limits.ts';
export { openValue, sealValue } from './sealing.ts';
