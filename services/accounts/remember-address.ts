import type { RequestContext } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { Accounts } from './accounts.ts';
import type { MemberContact } from './member-events.ts';
import { memberSubject } from './stream.ts';

const rememberId = nameUuids('2c9b6b0a-6a0d-5a3e-8c55-1f9a4f0b7d63');

/** Keeps the home address of an order in the member's profile (spec/3-purchase-flow §6). The order stands if it fails. */
export const rememberAddress =
  (accounts: Pick<Accounts, 'change'>, log: { warn(data: object, message: string): void }) =>
  async (
    memberId: string,
    changes: Pick<MemberContact, 'city' | 'district' | 'address' | 'zip'>,
    context: RequestContext,
  ): Promise<void> => {
    const command = {
      type: 'ChangeProfile',
      at: context.now.toISOString(),
      subject: memberSubject(memberId),
      changes,
      phoneKey: null,
    } as const;
    try {
      await accounts.change(memberId, command, { ...context, commandId: rememberId(context.commandId) });
    } catch (err) {
      log.warn({ err }, 'the address of an order could not be kept in the profile');
    }
  };
