import { dayOf } from '@nordhaut/contracts';
import type { OrderAct } from '@nordhaut/contracts/support';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { givenByWord, NOT_COLLECTED_ABROAD, type Order, type RefundLimit, worthAgain, worthNotCollected } from '@nordhaut/ordering';
import type pg from 'pg';

export type RefundLimits = { aloneMax: number; aDay: number };

/**
 * NT$ that an act gives by the word of support: money, shopping credit, goods again, or everything for a parcel abroad that nobody
 * collected. One limit counts them all. Undefined where a rule decides the amount, or nothing is given: goods that come back are
 * exchanged once by that rule.
 */
function givenBy(act: OrderAct, order: Order): number | undefined {
  switch (act.type) {
    case 'goodwill':
    case 'credit':
      return act.amount;
    case 'resend':
      return worthAgain(order, act.items);
    case 'exchange':
      return needsTwo(act, order) ? worthAgain(order, act.items) : undefined;
    case 'parcel-abroad':
      return paysBack(act) ? worthNotCollected(order) : undefined;
    case 'refund-by-transfer':
      return amountOf(act, order);
    default:
      return undefined;
  }
}

/** NT$ of the refund that an act names; 0 where there is none. */
export const amountOf = ({ refundId }: { refundId: string }, { startedRefunds }: Order): number =>
  startedRefunds.find((refund) => refund.refundId === refundId)?.amount ?? 0;

/** Whether it needs the right to refund, although other acts of its type do not. */
export const paysBack = (act: OrderAct): boolean => act.type === 'parcel-abroad' && act.code === NOT_COLLECTED_ABROAD;

export const isLimited = (act: OrderAct, order: Order): boolean => givenBy(act, order) !== undefined;

/**
 * Whether two people decide about it, whatever it is worth. No carrier says what became of a parcel abroad, so its goods could be
 * sent again without an end; nor does anybody lose a parcel twice, or exchange goods twice. Nothing was paid in a linked order.
 */
function needsTwo({ type }: OrderAct, { terms, linked = [] }: Order): boolean {
  switch (type) {
    case 'resend':
      return terms.linked !== undefined || terms.delivery.subtype === 'INTERNATIONAL' || linked.some(({ kind }) => kind === 'RESEND');
    case 'exchange':
      return terms.linked !== undefined || linked.some(({ kind, state }) => kind === 'EXCHANGE' && state !== 'NOT_PLACED');
    case 'parcel-abroad':
      return terms.linked !== undefined;
    // It goes to another account than the one that paid.
    case 'refund-by-transfer':
      return true;
    default:
      return false;
  }
}

/** Whether it stays within what one person decides. All that was given for the order counts, so that nobody splits a refund. */
export const isWithinMax = (order: Order, act: OrderAct, { aloneMax }: RefundLimits): boolean =>
  !needsTwo(act, order) && givenByWord(order) + (givenBy(act, order) ?? 0) <= aloneMax;

/** Pure: whether one person may decide it, and else the limit that the proposal names. */
export function limitsOf(order: Order, act: OrderAct, isInNumber: boolean, limits: RefundLimits): { alone: boolean; over?: RefundLimit } {
  if (!isLimited(act, order)) return { alone: true };
  if (needsTwo(act, order)) return { alone: false };
  if (!isWithinMax(order, act, limits)) return { alone: false, over: { limit: 'AMOUNT', max: limits.aloneMax } };
  return isInNumber ? { alone: true } : { alone: false, over: { limit: 'A_DAY', max: limits.aDay } };
}

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
