import type { Right } from '@nordhaut/contracts/support';
import type { DomainEvent } from '@nordhaut/platform/decider';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';

export type FactorKind = 'passkey' | 'authenticator';
/** The name of a member of the staff. */
export type StaffName = { contact: { name: string } };
/** What an administrator typed. */
export type StaffReason = { support: { reason: string } };

export type StaffInvited = DomainEvent<'StaffInvited', { at: string; rights: Right[] }, StaffName>;
/** The invited person, or one whose factors were reset, has a factor now. `factorId`: of the row with the public key or the sealed secret */
export type StaffFactorAdded = DomainEvent<'StaffFactorAdded', { at: string; kind: FactorKind; factorId: string }>;
/** A recovery code was used to sign in. */
export type StaffRecoveryCodeUsed = DomainEvent<'StaffRecoveryCodeUsed', { at: string; left: number }>;
/** All factors, recovery codes and sessions ended; another administrator did it, after a factor was lost. */
export type StaffFactorsReset = DomainEvent<'StaffFactorsReset', { at: string }, StaffReason>;
export type StaffRightsChanged = DomainEvent<'StaffRightsChanged', { at: string; rights: Right[] }, StaffReason>;
export type StaffLeft = DomainEvent<'StaffLeft', { at: string }, StaffReason>;

export type StaffEvent =
  | StaffInvited
  | StaffFactorAdded
  | StaffRecoveryCodeUsed
  | StaffFactorsReset
  | StaffRightsChanged
  | StaffLeft
  | PersonalDataForgotten;
