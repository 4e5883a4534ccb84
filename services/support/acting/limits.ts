import type { OrderAct } from '@nordhaut/contracts/support';
import { granted, type Order, type RefundLimit } from '@nordhaut/ordering';
import type pg from 'pg';

export type RefundLimits = { aloneMax: number; aDay: number };

/** What support gives of its own choice: money or shopping credit. One limit counts both. */
export const isGoodwill = (act: OrderAct): act is Extract<OrderAct, { type: 'goodwill' | 'credit' }> =>
  act.type === 'goodwill' || act.type === 'credit';

/** Whether the order's goodwill stays within what one person decides. All of them count, so that nobody splits a refund. */
export const isWithinMax = (order: Order, amount: number, { aloneMax }: RefundLimits): boolean => granted(order) + amount <= aloneMax;

/** Pure: whether one person may decide it, and else the limit that the proposal names. */
export function limitsOf(isWithin: boolean, isInNumber: boolean, limits: RefundLimits): { alone: boolean; over?: RefundLimit } {
  if (!isWithin) return { alone: false, over: { limit: 'AMOUNT', max: limits.aloneMax } };
  return isInNumber ? { alone: true } : { alone: false, over: { limit: 'A_DAY', max: limits.aDay } };
}

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' });

/** How many times each person decided alone about goodwill on a day in Taipei. */
export function refundDays(pool: Pick<pg.Pool, 'query'>, clock: () => Date) {
  const today = (): string => DAY.format(clock());
  return {
    async used(staffId: string): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        'select cardinality(commands) as count from staff_refund_days where staff_id = $1 and day = $2',
        [staffId, today()],
      );
      return rows[0]?.count ?? 0;
    },
    /**
     * Counts a refund before it is decided, in one statement, so that refunds at once have different numbers. A repeat of the
     * command has the same number. A process that dies afterwards leaves a number that no refund has: the next refund of the
     * day needs a second person earlier, never later.
     * @returns the refund's number on this day, from 1
     */
    async take(staffId: string, commandId: string): Promise<number> {
      const { rows } = await pool.query<{ place: number }>(
        `insert into staff_refund_days as days (staff_id, day, commands) values ($1, $2, array[$3::uuid])
         on conflict (staff_id, day) do update
           set commands = case when $3 = any(days.commands) then days.commands else days.commands || $3::uuid end
         returning array_position(commands, $3::uuid) as place`,
        [staffId, today(), commandId],
      );
      return rows[0]?.place ?? Number.MAX_SAFE_INTEGER;
    },
    /** of a refund that the order refused, or that waits for a second person */
    async giveBack(staffId: string, commandId: string): Promise<void> {
      await pool.query('update staff_refund_days set commands = array_remove(commands, $3::uuid) where staff_id = $1 and day = $2', [
        staffId,
        today(),
        commandId,
      ]);
    },
  };
}
export type RefundDays = ReturnType<typeof refundDays>;
