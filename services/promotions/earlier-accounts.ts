import { type Member, memberDecider, memberStream, personKeysOf, provenEmails } from '@nordhaut/accounts';
import { type CouponTake, orderDecider, orderStream } from '@nordhaut/ordering';
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
 * Whether the profile has the number of the registration. Only this number is compared when an order takes coupons: a member could
 * type many others, one after another or between the count and the comparison, and would learn of each whether it had an account.
 */
const hasFirstNumber = ({ earlierKeys }: Member): boolean => earlierKeys.phones.length === 0;

/** How many recipients of a member's orders are compared where an order does not name one. */
const MOST_RECIPIENTS = 20;

/**
 * What one person has once although the account was closed and another one was registered: the coupons of a registration and of an
 * invitation, the first purchase, and the birthday's gift of a year. Only what orders have used counts. The streams of the person's
 * keys keep it; they outlive the forgetting (infra/decisions/106). Accounts that are open at the same time are different members.
 *
 * Invariant: a use is kept only with addresses that the member confirmed, and with the phone number that received the order that
 * used it, while that order stands. The numbers of a profile take nothing, because anybody may type them.
 */
export function earlierAccounts(commands: Commands) {
  /** All keys of a member, for a look. */
  async function keysOf(memberId: string, orderPhones: readonly string[]): Promise<string[]> {
    const { state } = await commands.load(memberStream(memberId), memberDecider);
    if (state === null) return [];
    const { emails, phones } = personKeysOf(state, orderPhones);
    return [...emails, ...phones];
  }

  /** The number that received the order. Orders of the first releases have none. */
  async function recipientOf(orderNo: string): Promise<string[]> {
    const { state } = await commands.load(orderStream(orderNo), orderDecider);
    return state?.terms.phoneKey === undefined ? [] : [state.terms.phoneKey];
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
     * Whether an earlier account has used what the coupons of this order need. `phoneKey`: of the order's recipient, which was counted
     * before (infra/decisions/108), as `numbersOf` says. The uses of the order itself, whose account was closed meanwhile, do not count:
     * its process may repeat the step.
     */
    hasUsed: async (memberId: string, { orderNo, phoneKey, coupons }: AskedOrder): Promise<boolean> => {
      const uses = coupons.flatMap(usesOfTake);
      if (uses.length === 0) return false;
      const { state } = await commands.load(memberStream(memberId), memberDecider);
      const own = state === null ? [] : [...personKeysOf(state).emails, ...(hasFirstNumber(state) ? [state.phoneKey] : [])];
      return hasUse([...new Set(phoneKey === undefined ? own : [...own, phoneKey])], uses, orderNo);
    },

    /** The phone numbers (E.164) by which `hasUsed` compares an order to this recipient. */
    async numbersOf(memberId: string, recipient: string): Promise<string[]> {
      const { state } = await commands.load(memberStream(memberId), memberDecider);
      const own = state?.contact && hasFirstNumber(state) ? [state.contact.phone] : [];
      return [...new Set([recipient, ...own])];
    },

    /** Whether an earlier account had this year's birthday gift. undefined: the read model of the orders is behind */
    async hadBirthday(memberId: string, year: number, tracesOf: TracesOf): Promise<boolean | undefined> {
      const { orders, isCurrent } = await tracesOf(memberId);
      if (!isCurrent) return undefined;
      const newest = orders.toSorted((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt));
      const recipients = new Set(newest.flatMap(({ isPurchase, phoneKey }) => (isPurchase && phoneKey) || []));
      return hasUse(await keysOf(memberId, [...recipients].slice(0, MOST_RECIPIENTS)), [birthdayUse(year)]);
    },

    /**
     * After the wallet was closed, and after each of its orders that gave something back since: the streams of the person's keys have
     * what its orders have used, and nothing else of them. It may be repeated.
     * @param ended the order that gave something back
     */
    async keep(memberId: string, ended: string | undefined, contextOf: (name: string) => CommandContext): Promise<void> {
      const { state: wallet } = await commands.load(walletStream(memberId), walletDecider);
      if (wallet.closedAt === null || wallet.orders.length === 0) return;
      const { state: member } = await commands.load(memberStream(memberId), memberDecider);
      const emails = member === null ? [] : provenEmails(member);
      const send = async (type: 'TakeUse' | 'ReturnUse', { couponId, orderNo }: Use, key: string): Promise<void> => {
        const context = contextOf(`${type}/${couponId}/${orderNo}/${key}`);
        // A refusal says that a still earlier account has used it.
        await commands.handle(personStream(key), personDecider, { type, at: context.now.toISOString(), couponId, orderNo }, context);
      };
      const uses = usesToKeep(wallet);
      const isKept = (one: Use): boolean => uses.some(({ couponId, orderNo }) => couponId === one.couponId && orderNo === one.orderNo);
      // Earlier releases took uses with the numbers of the profile, too.
      for (const key of ended === undefined ? [] : await keysOf(memberId, await recipientOf(ended))) {
        const { state: known } = await commands.load(personStream(key), personDecider);
        for (const use of known) if (!use.returned && !isKept(use) && isGivenBack(wallet, use)) await send('ReturnUse', use, key);
      }
      for (const use of uses) for (const key of [...emails, ...(await recipientOf(use.orderNo))]) await send('TakeUse', use, key);
    },
  };
}
