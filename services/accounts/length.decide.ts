import { accountMessages as messages } from '@nordhaut/contracts';
import type { StreamLimit } from '@nordhaut/platform/decider';
import type { MemberCommand } from './member-commands.ts';

/**
 * What a member changes as often as they like. Strangers can add up to 240 requests for a new password a day (`limits.ts`), so
 * `perDay` is above that: they cannot close the profile.
 */
const CHANGES: StreamLimit = {
  events: 5_000,
  perDay: 500,
  rejection: { status: 409, code: 'TOO_MANY_CHANGES', message: messages.tooManyChanges },
};

/**
 * The limit of a member's stream (infra/decisions/109). Nothing that support or the law does has one, nor a password, a
 * confirmed address, an adopted order, and the end of the account.
 */
export function limit(command: MemberCommand): StreamLimit | undefined {
  switch (command.type) {
    case 'ChangeProfile':
      return command.bySupport ? undefined : CHANGES;
    case 'UnlinkSignIn':
    case 'Wish':
    case 'RequestConfirmation':
    case 'RequestEmailChange':
      return CHANGES;
    default:
      return undefined;
  }
}
