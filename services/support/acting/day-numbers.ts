import { dayOf } from '@nordhaut/contracts';
import { Rejected } from '@nordhaut/platform/http';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type pg from 'pg';
import type { RefundLimits } from './limits.ts';

/** What somebody is about to decide alone. */
type Deciding = { staffId: string; commandId: string; act: object };
/**
 * Two processes may get one command at once with two contents, of which the order takes one. Each has its own id, so what the refused
 * one gives back is not the number of the other.
 */
const numberId = nameUuids('5f0b3c1e-8d27-5a4b-9c63-1e7a2d4f8b05');
const idOf = ({ commandId, act }: Deciding): string => numberId(`${commandId}/${JSON.stringify(act)}`);

/**
 * How many times each person decided alone, within these limits, on a day in Taipei.
 * @param handOf the account under which the accounts count that may be one person
 */
export function refundDays(pool: Pick<pg.Pool, 'query'>, clock: () => Date, handOf: (staffId: string) => Promise<string>) {
  const today = (): string => dayOf(clock());
  return {
    async used(staffId: string): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        'select cardinality(commands) as count from staff_refund_days where staff_id = $1 and day = $2',
        [await handOf(staffId), today()],
      );
      return rows[0]?.count ?? 0;
    },
    /**
     * Counts a refund before it is decided, in one statement, so that refunds at once have different numbers. A repeat of the
     * command with the same content has the same number. A process that dies afterwards leaves a number that no refund has: the next refund of the
     * day needs a second person earlier, never later.
     * @returns the refund's number on this day, from 1
     */
    async take(deciding: Deciding): Promise<number> {
      const { rows } = await pool.query<{ place: number }>(
        `insert into staff_refund_days as days (staff_id, day, commands) values ($1, $2, array[$3::uuid])
         on conflict (staff_id, day) do update
           set commands = case when $3 = any(days.commands) then days.commands else days.commands || $3::uuid end
         returning array_position(commands, $3::uuid) as place`,
        [await handOf(deciding.staffId), today(), idOf(deciding)],
      );
      return rows[0]?.place ?? Number.MAX_SAFE_INTEGER;
    },
    /** of a refund that the order refused, or that waits for a second person */
    async giveBack(deciding: Deciding): Promise<void> {
      await pool.query('update staff_refund_days set commands = array_remove(commands, $3::uuid) where staff_id = $1 and day = $2', [
        await handOf(deciding.staffId),
        today(),
        idOf(deciding),
      ]);
    },
  };
}
export type RefundDays = ReturnType<typeof refundDays>;

/**
 * Decides with a number of the person's day. What is only proposed, or refused, gives the number back.
 * @param decide gets whether the number is within the limit
 */
export async function withNumber<Done extends { outcome: string }>(
  days: Pick<RefundDays, 'take' | 'giveBack'>,
  { aDay }: RefundLimits,
  deciding: Deciding,
  decide: (isInNumber: boolean) => Promise<Done>,
): Promise<Done> {
  const isInNumber = (await days.take(deciding)) <= aDay;
  try {
    const done = await decide(isInNumber);
    if (done.outcome === 'proposed') await days.giveBack(deciding);
    return done;
  } catch (error) {
    // Only a refusal says for certain that nothing was recorded.
    if (error instanceof Rejected) await days.giveBack(deciding);
    throw error;
  }
}
