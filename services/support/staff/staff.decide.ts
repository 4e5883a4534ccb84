import type { Right } from '@nordhaut/contracts/support';
import { accept, reject, type Decider, type Decision, type Recorded } from '@nordhaut/platform/decider';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';
import { messages } from '../messages.ts';
import type { FactorKind, StaffEvent } from './staff-events.ts';

/** A member of the support staff; null: nobody was invited under this id. */
export type Staff = {
  subject: string;
  name: string;
  rights: Right[];
  factors: { kind: FactorKind; factorId: string }[];
  left: boolean;
  /** ISO instant */
  leftAt: string | null;
  /** when the name and what administrators typed went; ISO instant */
  forgottenAt: string | null;
} | null;

/** `own`: the rights of the administrator; the operator's command line has all */
export type StaffCommand =
  | { type: 'InviteStaff'; at: string; subject: string; name: string; rights: Right[]; own: readonly Right[] }
  | { type: 'AddFactor'; at: string; kind: FactorKind; factorId: string }
  | { type: 'UseRecoveryCode'; at: string; left: number }
  | { type: 'ResetFactors'; at: string; reason: string; isOneself: boolean; own: readonly Right[] }
  | { type: 'ChangeRights'; at: string; rights: Right[]; reason: string; isOneself: boolean; own: readonly Right[] }
  | { type: 'EndStaff'; at: string; reason: string; isOneself: boolean }
  | { type: 'ForgetStaff'; forgotten: PersonalDataForgotten['data'] };

export function evolve(state: Staff, event: Recorded<StaffEvent>): Staff {
  if (event.type === 'StaffInvited') {
    const { rights } = event.data;
    const name = event.personal?.contact?.name ?? '';
    return { subject: event.subject ?? '', name, rights, factors: [], left: false, leftAt: null, forgottenAt: null };
  }
  if (state === null) return null;
  switch (event.type) {
    case 'StaffFactorAdded': {
      const { kind, factorId } = event.data;
      return { ...state, factors: [...state.factors, { kind, factorId }] };
    }
    case 'StaffRecoveryCodeUsed':
      return state;
    case 'StaffFactorsReset':
      return { ...state, factors: [] };
    case 'StaffRightsChanged':
      return { ...state, rights: event.data.rights };
    case 'StaffLeft':
      return { ...state, factors: [], left: true, leftAt: event.data.at };
    case 'PersonalDataForgotten':
      return { ...state, name: '', forgottenAt: event.data.at };
    default: {
      const _: never = event;
      return state;
    }
  }
}

const notByOneself = reject(403, 'STAFF_NOT_BY_ONESELF', messages.notByOneself);
const notOwn = reject(403, 'RIGHT_MISSING', messages.rightNotOwn);
/**
 * Who invites an account or resets its factors has the link to it, and could use it. So nobody opens an account that has a right
 * which the administrator lacks.
 */
const hasMore = (rights: readonly Right[], own: readonly Right[]): boolean => rights.some((right) => !own.includes(right));

export function decide(command: StaffCommand, state: Staff): Decision<StaffEvent> {
  if (command.type === 'InviteStaff') {
    const { at, subject, name, rights, own } = command;
    if (state) return accept();
    if (hasMore(rights, own)) return notOwn;
    return accept<StaffEvent>({ type: 'StaffInvited', data: { at, rights }, subject, personal: { contact: { name } } });
  }
  if (command.type === 'ForgetStaff') return forget(command.forgotten, state);
  if (!state || state.left) return reject(404, 'STAFF_UNKNOWN', messages.staffUnknown);
  const { at } = command;
  switch (command.type) {
    case 'AddFactor':
      return accept<StaffEvent>({ type: 'StaffFactorAdded', data: { at, kind: command.kind, factorId: command.factorId } });
    case 'UseRecoveryCode':
      return accept<StaffEvent>({ type: 'StaffRecoveryCodeUsed', data: { at, left: command.left } });
    case 'ResetFactors':
      // A stolen session could otherwise replace the factors of its owner.
      if (command.isOneself) return notByOneself;
      if (hasMore(state.rights, command.own)) return notOwn;
      return accept<StaffEvent>({ type: 'StaffFactorsReset', data: { at }, ...because(state, command.reason) });
    case 'ChangeRights': {
      if (command.isOneself) return notByOneself;
      const { rights, reason, own } = command;
      const given = rights.filter((right) => !state.rights.includes(right));
      if (hasMore(given, own)) return notOwn;
      return accept<StaffEvent>({ type: 'StaffRightsChanged', data: { at, rights }, ...because(state, reason) });
    }
    case 'EndStaff':
      return command.isOneself ? notByOneself : accept<StaffEvent>({ type: 'StaffLeft', data: { at }, ...because(state, command.reason) });
  }
}

/** Somebody who still works here is needed by name. */
function forget(data: PersonalDataForgotten['data'], state: Staff): Decision<StaffEvent> {
  if (!state?.left) return reject(409, 'STAFF_UNKNOWN', messages.staffUnknown);
  return state.forgottenAt !== null ? accept() : accept<StaffEvent>({ type: 'PersonalDataForgotten', data, subject: state.subject });
}

const because = ({ subject }: NonNullable<Staff>, reason: string) => ({ subject, personal: { support: { reason } } });

export const staffDecider: Decider<Staff, StaffCommand, StaffEvent> = { initial: null, decide, evolve };
