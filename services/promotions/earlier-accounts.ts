import { memberDecider, memberStream, personKeysOf } from '@nordhaut/accounts';
import type { CouponTake } from '@nordhaut/ordering';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import type { TracesOf } from './invitations.ts';
import { personDecider } from './person.decide.ts';
import { personStream, walletStream } from './stream.ts';
import { grantIn, type Wallet } from './wallet.ts';
import { walletDecider } from './wallet.decide.ts';
import { isGivenCopy } from './welcome.ts';

/** In the streams of persons, where the ids of coupons are numbers. */
const FIRST_PURCHASE_USE = 'FIRST_PURCHASE';
const birthdayUse = (year: number): string => `BIRTHDAY/${year}`;

/** What a member has once, and what orders of a closed wallet have used of it. */
function usesToKeep(wallet: Wallet): { couponId: string; orderNo: string }[] {
  const uses = wallet.orders.flatMap(({ orderNo, coupons, credit }) =>
    [
      ...coupons.flatMap(({ couponId, copyId, year }) => [
        ...(isGivenCopy(copyId) ? [couponId] : []),
        ...(year === undefined ? [] : [birthdayUse(year)]),
      ]),
      ...credit.flatMap(({ grantId }) => {
        const cause = grantIn(wallet, grantId)?.cause;
        return cause?.kind === 'BIRTHDAY' ? [birthdayUse(cause.year)] : [];
      }),
    ].map((couponId) => ({ couponId, orderNo })),
  );
  const first = wallet.orders.find(({ stands }) => stands);
  return first ? [...uses, { couponId: FIRST_PURCHASE_USE, orderNo: first.orderNo }] : uses;
}

/** The uses that a coupon of an order must not repeat after an earlier account. */
const usesOfTake = ({ couponId, copyId, firstPurchase }: Pick<CouponTake, 'couponId' | 'copyId' | 'firstPurchase'>): string[] => [
  ...(isGivenCopy(copyId) ? [couponId] : []),
  ...(firstPurchase ? [FIRST_PURCHASE_USE] : []),
];

/** Whether an earlier account of the buyer counts for one of these coupons. */
export const looksAtEarlier = (coupons: readonly CouponTake[]): boolean => coupons.some((take) => usesOfTake(take).length > 0);

/**
 * What one person has once although the account was closed and another one was registered: the coupons of a registration and of an
 * invitation, the first purchase, and the birthday's gift of a year. Only what orders have used counts. The streams of the person's
 * keys keep it; they outlive the forgetting (infra/decisions/106). Accounts that are open at the same time are different members.
 */
export function earlierAccounts(commands: Commands) {
  async function keysOf(memberId: string, orderPhones: readonly string[]): Promise<string[]> {
    const { state } = await commands.load(memberStream(memberId), memberDecider);
    if (state === null) return [];
    const { emails, phones } = personKeysOf(state, orderPhones);
    // A stranger may have typed an address that was never confirmed, and have closed the account.
    const isProven = (email: string): boolean => state.emailConfirmed || state.closedAt === null || email !== state.emailKey;
    return [...emails.filter(isProven), ...phones];
  }

  async function hasUse(keys: readonly string[], uses: readonly string[]): Promise<boolean> {
    for (const key of keys) {
      const { state } = await commands.load(personStream(key), personDecider);
      if (state.some(({ couponId, returned }) => !returned && uses.includes(couponId))) return true;
    }
    return false;
  }

  return {
    /** Whether an earlier account has used what these coupons of an order need. `phoneKey`: of the order's recipient */
    hasUsed: async (memberId: string, phoneKey: string | undefined, coupons: readonly CouponTake[]): Promise<boolean> => {
      const uses = coupons.flatMap(usesOfTake);
      return uses.length > 0 && hasUse(await keysOf(memberId, phoneKey === undefined ? [] : [phoneKey]), uses);
    },

    /** Whether an earlier account had this year's birthday gift. undefined: the read model of the orders is behind */
    async hadBirthday(memberId: string, year: number, tracesOf: TracesOf): Promise<boolean | undefined> {
      const { orders, isCurrent } = await tracesOf(memberId);
      if (!isCurrent) return undefined;
      return hasUse(
        await keysOf(
          memberId,
          orders.flatMap(({ phoneKey }) => phoneKey ?? []),
        ),
        [birthdayUse(year)],
      );
    },

    /**
     * After the wallet was closed. It may be repeated.
     * @throws Error where the read model of the orders is behind
     */
    async keep(memberId: string, tracesOf: TracesOf, contextOf: (name: string) => CommandContext): Promise<void> {
      const { state: wallet } = await commands.load(walletStream(memberId), walletDecider);
      const uses = usesToKeep(wallet);
      if (uses.length === 0) return;
      const { orders, isCurrent } = await tracesOf(memberId);
      if (!isCurrent) throw new Error('the read model orders is behind');
      for (const key of await keysOf(
        memberId,
        orders.flatMap(({ phoneKey }) => phoneKey ?? []),
      ))
        for (const use of uses) {
          const context = contextOf(`keep/${use.couponId}/${key}`);
          // A refusal says that a still earlier account has used it.
          await commands.handle(personStream(key), personDecider, { type: 'TakeUse', at: context.now.toISOString(), ...use }, context);
        }
    },
  };
}
