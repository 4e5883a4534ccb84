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
const birthdayPrefix = 'BIRTHDAY/';
const birthdayUse = (year: number): string => `${birthdayPrefix}${year}`;

type Use = { couponId: string; orderNo: string };

/** What a member has once, and what orders of a closed wallet have used of it. */
function usesToKeep(wallet: Wallet): Use[] {
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

/** Whether `keep` took this use for an order that has given it back since. Other uses of a person are not of this file. */
function isGivenBack({ orders }: Wallet, { couponId, orderNo }: Use): boolean {
  const order = orders.find((one) => one.orderNo === orderNo);
  if (!order) return false;
  if (couponId === FIRST_PURCHASE_USE || couponId.startsWith(birthdayPrefix)) return true;
  return order.returned.some((use) => use.couponId === couponId && isGivenCopy(use.copyId));
}

/** The uses that a coupon of an order must not repeat after an earlier account. */
const usesOfTake = ({ couponId, copyId, firstPurchase }: Pick<CouponTake, 'couponId' | 'copyId' | 'firstPurchase'>): string[] => [
  ...(isGivenCopy(copyId) ? [couponId] : []),
  ...(firstPurchase ? [FIRST_PURCHASE_USE] : []),
];

/** The parts of an order that decide here. `phoneKey`: of its recipient */
type AskedOrder = { orderNo: string; phoneKey?: string | undefined; coupons: readonly CouponTake[] };

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

  /** @param but an order whose own uses do not count */
  async function hasUse(keys: readonly string[], uses: readonly string[], but?: string): Promise<boolean> {
    for (const key of keys) {
      const { state } = await commands.load(personStream(key), personDecider);
      if (state.some(({ couponId, returned, orderNo }) => !returned && orderNo !== but && uses.includes(couponId))) return true;
    }
    return false;
  }

  return {
    /**
     * Whether an earlier account has used what the coupons of this order need. `phoneKey`: of the order's recipient. The uses of the
     * order itself, whose account was closed meanwhile, do not count: its process may repeat the step.
     */
    hasUsed: async (memberId: string, { orderNo, phoneKey, coupons }: AskedOrder): Promise<boolean> => {
      const uses = coupons.flatMap(usesOfTake);
      return uses.length > 0 && hasUse(await keysOf(memberId, phoneKey === undefined ? [] : [phoneKey]), uses, orderNo);
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
     * After the wallet was closed, and after each of its orders that gave something back since: the streams of the person's keys have
     * what its orders have used, and nothing else of them. It may be repeated.
     * @throws Error where the read model of the orders is behind
     */
    async keep(memberId: string, tracesOf: TracesOf, contextOf: (name: string) => CommandContext): Promise<void> {
      const { state: wallet } = await commands.load(walletStream(memberId), walletDecider);
      if (wallet.closedAt === null) return;
      const uses = usesToKeep(wallet);
      if (uses.length === 0 && wallet.orders.length === 0) return;
      const { orders, isCurrent } = await tracesOf(memberId);
      if (!isCurrent) throw new Error('the read model orders is behind');
      const isKept = (one: Use): boolean => uses.some(({ couponId, orderNo }) => couponId === one.couponId && orderNo === one.orderNo);
      for (const key of await keysOf(
        memberId,
        orders.flatMap(({ phoneKey }) => phoneKey ?? []),
      )) {
        const send = async (type: 'TakeUse' | 'ReturnUse', { couponId, orderNo }: Use): Promise<void> => {
          const context = contextOf(`${type}/${couponId}/${orderNo}/${key}`);
          // A refusal says that a still earlier account has used it.
          await commands.handle(personStream(key), personDecider, { type, at: context.now.toISOString(), couponId, orderNo }, context);
        };
        const { state: known } = await commands.load(personStream(key), personDecider);
        for (const use of known) if (!use.returned && !isKept(use) && isGivenBack(wallet, use)) await send('ReturnUse', use);
        for (const use of uses) await send('TakeUse', use);
      }
    },
  };
}
