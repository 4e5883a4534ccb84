import { isOnePerson, type Member, memberDecider, memberStream, type PersonKeys, personKeysOf } from '@nordhaut/accounts';
import { type Order, ownerOf, type OrderTraces } from '@nordhaut/ordering';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import { personDecider } from './person.decide.ts';
import { personStream } from './stream.ts';

export type TracesOf = (memberId: string) => Promise<OrderTraces>;
type Deps = { commands: Commands; tracesOf: TracesOf };

/** A member whose first delivered order may earn something for the member who invited them. `boundAt`: ISO instant */
export type Invitation = { friendId: string; friend: Member; referrerId: string; boundAt: string };

/** In the streams of persons, where the ids of coupons are numbers. */
const REFERRAL_USE = 'REFERRAL';

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Who earns the 3 % for a friend's order (decisions.md 63). The binding compared what was known then. A person may have
 * changed the phone number or ordered to another one since, so the reward is decided by what is known when it is scheduled,
 * and once more when it is granted.
 *
 * Invariant: one person's referral is paid at most once and never to that person.
 */
export function createInvitations({ commands, tracesOf }: Deps) {
  const memberOf = async (memberId: string): Promise<Member | null> => (await commands.load(memberStream(memberId), memberDecider)).state;

  /** @throws Error while the read model of the orders is behind: the reward waits */
  async function ordersOf(memberId: string): Promise<OrderTraces['orders']> {
    const { isCurrent, orders } = await tracesOf(memberId);
    if (!isCurrent) throw new Error('the read model orders is behind');
    return orders;
  }
  const keysOf = (member: Member, orders: OrderTraces['orders']): PersonKeys =>
    personKeysOf(
      member,
      orders.flatMap(({ phoneKey }) => phoneKey ?? []),
    );

  /** The invitation of a member that was bound before the order was placed. */
  async function invitationOf(memberId: string, placedAt: string): Promise<Invitation | undefined> {
    const friend = await memberOf(memberId);
    const { referrerId, at: boundAt } = friend?.referral ?? {};
    if (!friend || referrerId === undefined || boundAt === undefined) return undefined;
    return Date.parse(boundAt) <= Date.parse(placedAt) ? { friendId: memberId, friend, referrerId, boundAt } : undefined;
  }

  /** Whether the friend had ordered before, also as a guest whose order was adopted since, or is the referrer. */
  async function isVoid({ friendId, friend, referrerId, boundAt }: Invitation): Promise<boolean> {
    const orders = await ordersOf(friendId);
    if (orders.some(({ isPurchase, placedAt }) => isPurchase && Date.parse(placedAt) < Date.parse(boundAt))) return true;
    const referrer = await memberOf(referrerId);
    return referrer !== null && isOnePerson(keysOf(friend, orders), keysOf(referrer, await ordersOf(referrerId)));
  }

  return {
    of: invitationOf,

    /**
     * Takes the one reward that this person's referral earns, for this order. The streams of the person's keys decide, so a
     * person who closes the account and registers anew earns nothing more for anybody. It may be repeated.
     * @returns false: it earns nothing
     */
    async claim(
      invitation: Invitation,
      { terms: { orderNo, phoneKey } }: Order,
      contextOf: (name: string) => CommandContext,
    ): Promise<boolean> {
      if (await isVoid(invitation)) return false;
      const { emails, phones } = personKeysOf(invitation.friend, phoneKey === undefined ? [] : [phoneKey]);
      for (const key of [...emails, ...phones]) {
        const context = contextOf(`referral/${key}`);
        const command = { type: 'TakeUse', at: context.now.toISOString(), couponId: REFERRAL_USE, orderNo } as const;
        const outcome = await commands.handle(personStream(key), personDecider, command, context);
        if (!outcome.ok) return false;
      }
      return true;
    },

    /** Whether the order earns nothing for a referrer any more, by what is known now. */
    async isVoid(order: Order | null): Promise<boolean> {
      const owner = order && ownerOf(order);
      const invitation = order && owner !== null ? await invitationOf(owner, order.placedAt) : undefined;
      return invitation === undefined || isVoid(invitation);
    },
  };
}
