import { referralCode } from '@nordhaut/contracts';
import { refuse } from '@nordhaut/platform/http';
import { messages } from './messages.ts';

/** The member whose invite code is in an address of the console, as it was typed. @throws Rejected 404 */
export async function memberByCode<Found>(byCode: (code: string) => Promise<Found | undefined>, typed: string): Promise<Found> {
  const code = referralCode(typed);
  const found = code === undefined ? undefined : await byCode(code);
  return found ?? refuse(404, 'MEMBER_NOT_FOUND', messages.codeUnknown);
}
