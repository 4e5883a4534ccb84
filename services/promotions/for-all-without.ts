import { UnreadableHistory } from '@nordhaut/platform/envelope';
import pMap from 'p-map';

const BATCH = 100;
/** members at once: their appends are committed together */
const AT_ONCE = 10;

/**
 * Gives a copy of a coupon to all members who lack it. A member whose history cannot be read keeps nobody else waiting.
 * @param page the next members without a copy, by id, after `last`
 * @param lost ends the work between two pages, by a throw
 * @throws UnreadableHistory when all others have their copies; a repeat is about the members without one
 */
export async function forAllWithout(
  page: (last: string, most: number) => Promise<readonly string[]>,
  give: (memberId: string) => Promise<void>,
  lost?: AbortSignal,
): Promise<void> {
  let unreadable: UnreadableHistory | undefined;
  const giveOne = async (memberId: string): Promise<void> => {
    try {
      await give(memberId);
    } catch (error) {
      if (!(error instanceof UnreadableHistory)) throw error;
      unreadable ??= error;
    }
  };
  for (let members = await page('', BATCH); members.length > 0; members = await page(members.at(-1) ?? '', BATCH)) {
    lost?.throwIfAborted();
    await pMap(members, giveOne, { concurrency: AT_ONCE });
  }
  if (unreadable) throw unreadable;
}
