import type { Commands } from '@nordhaut/platform/envelope';
import { memberDecider } from './member.decide.ts';
import { memberStream } from './stream.ts';

/** Whether the account of this member is closed. */
export async function isAccountClosed(commands: Pick<Commands, 'load'>, memberId: string): Promise<boolean> {
  const { state } = await commands.load(memberStream(memberId), memberDecider);
  return state !== null && state.closedAt !== null;
}
