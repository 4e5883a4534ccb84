import { UnreadableHistory } from '@nordhaut/platform/envelope';
import pMap from 'p-map';
import type pg from 'pg';
import { membersWithout } from './projections/wallets.ts';

const BATCH = 100;
/** members at once: their appends are committed together, and all other rewards wait for the last member */
const AT_ONCE = 10;

/**
 * Gives a copy of a coupon to all members with the mark who lack it. A member whose history cannot be read keeps nobody else waiting.
 * @throws UnreadableHistory when all others have their copies; a repeat is about the members without one
 */
export async function forAllWithout(
  pool: Pick<pg.Pool, 'query'>,
  mark: Parameters<typeof membersWithout>[1],
  copyId: string,
  give: (memberId: string) => Promise<void>,
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
  const page = (last: string): Promise<string[]> => membersWithout(pool, mark, copyId, last, BATCH);
  for (let members = await page(''); members.length > 0; members = await page(members.at(-1) ?? ''))
    await pMap(members, giveOne, { concurrency: AT_ONCE });
  if (unreadable) throw unreadable;
}
