import { isOnePerson, type Member, memberDecider, memberStream, type PersonKeys, personKeysOf, provenEmails } from '@nordhaut/accounts';
import { type Order, ownerOf, type OrderTraces } from '@nordhaut/ordering';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import { personDecider } from './person.decide.ts';
import { personStream } from './stream.ts';

export type TracesOf = (memberId: string) => Promise<OrderTraces>;
type Deps = { commands: Commands; tracesOf: TracesOf };

/** A member whose first delivered order may earn something for the member who invited them. `boundAt`: ISO instant */
type Invitation = { friendId: string; friend: Member; referrerId: string; boundAt: string };

/** In the streams of persons, where the ids of coupons are numbers. */
const REFERRAL_USE = 'REFERRAL';

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Who earns the 3 % for a friend's order (decisions.md 63). The binding compared what was known then. A person may have
 * changed the phone number or ordered to another one since, so the reward is decided by what is known when it is scheduled,
 * and once more when it is granted.
 *
 * Invariant: one person's referral is paid at most once and never to that person. It is taken only by what the friend has shown:
 * addresses that were confirmed, and the phone number that received the order.
 */
export function createInvitations({ commands, tracesOf }: Deps) {
  const memberOf = async (memberId: string): Promise<Member | null> => (await commands.load(memberStream(memberId), memberDecider)).state;

  const keysOf = (member: Member, orders: OrderTraces['orders']): PersonKeys =>
    personKeysOf(
      member,
      orders.flatMap(({ phoneKey }) => phoneKey ?? []),
    );

  /** The invitation of the order's buyer, if it was bound before the order was placed. */
  async function invitationOf(order: Order): Promise<Invitation | undefined> {
    const friendId = ownerOf(order);
    const friend = friendId === null ? null : await memberOf(friendId);
    if (friendId === null || !friend?.referral) return undefined;
    const { referrerId, at: boundAt } = friend.referral;
    return Date.parse(boundAt) <= Date.parse(order.placedAt) ? { friendId, friend, referrerId, boundAt } : undefined;
  }

  /**
   * Whether the friend had ordered before, also as a guest whose order was adopted since, or is the referrer. undefined: the
   * read model of the orders is behind
   */
  async function isVoid({ friendId, friend, referrerId, boundAt }: Invitation): Promise<boolean | undefined> {
    const [{ orders, isCurrent }, ofReferrer] = [await tracesOf(friendId), await tracesOf(referrerId)];
    if (!isCurrent || !ofReferrer.isCurrent) return undefined;
    if (orders.some(({ isPurchase, placedAt }) => isPurchase && Date.parse(placedAt) < Date.parse(boundAt))) return true;
    const referrer = await memberOf(referrerId);
    return referrer !== null && isOnePerson(keysOf(friend, orders), keysOf(referrer, ofReferrer.orders));
  }

  /** The keys that the friend has shown with this order. */
  const shownKeys = (friend: Member, { terms: { phoneKey } }: Order): string[] => [
    ...provenEmails(friend),
    ...(phoneKey === undefined ? [] : [phoneKey]),
  ];

  return {
    /**
     * The member who earns the reward for this order of `owner`; null: nobody. It takes the one reward that this person's
     * referral earns. The streams of the person's keys decide, so a person who closes the account and registers anew earns
     * nothing more for anybody. It may be repeated.
     * @param contextOf the context of a command; `name` differs for each of them
     * @returns undefined: the read model of the orders is behind
     */
    async earner(order: Order, contextOf: (name: string) => CommandContext): Promise<string | null | undefined> {
      const { orderNo } = order.terms;
      const invitation = await invitationOf(order);
      if (!invitation) return null;
      const refused = await isVoid(invitation);
      if (refused !== false) return refused === undefined ? undefined : null;
      const proven = shownKeys(invitation.friend, order);
      const { emails, phones } = personKeysOf(invitation.friend);
      // Anybody may type these, so they are only compared.
      for (const key of [...emails, ...phones].filter((one) => !proven.includes(one))) {
        const { state: uses } = await commands.load(personStream(key), personDecider);
        if (uses.some((use) => use.couponId === REFERRAL_USE && use.orderNo !== orderNo && !use.returned)) return null;
      }
      for (const key of proven) {
        const context = contextOf(`referral/${key}`);
        const command = { type: 'TakeUse', at: context.now.toISOString(), couponId: REFERRAL_USE, orderNo } as const;
        const outcome = await commands.handle(personStream(key), personDecider, command, context);
        if (!outcome.ok) return null;
      }
      return invitation.referrerId;
    },

    /** The order was never delivered, because the carrier took that report back. So it leaves the one reward to another order. */
    async leave(order: Order, contextOf: (name: string) => CommandContext): Promise<void> {
      const invitation = await invitationOf(order);
      if (!invitation) return;
      for (const key of shownKeys(invitation.friend, order)) {
        const context = contextOf(`referral/${key}`);
        const { orderNo } = order.terms;
        const command = { type: 'ReturnUse', at: context.now.toISOString(), couponId: REFERRAL_USE, orderNo } as const;
        await commands.handle(personStream(key), personDecider, command, context);
      }
    },

    /** The member who invited the buyer, and from whom a reward for the order is taken back. */
    referrerOf: async (order: Order): Promise<string | undefined> => (await invitationOf(order))?.referrerId,
  };
}
