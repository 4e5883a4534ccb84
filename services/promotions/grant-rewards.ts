import { memberDecider, memberStream } from '@nordhaut/accounts';
import { type Order, orderDecider, orderStream, ownerOf } from '@nordhaut/ordering';
import type { DueWork } from '@nordhaut/platform/bus';
import { causeIn, type CommandContext, type Commands, type Trail } from '@nordhaut/platform/envelope';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import { earlierAccounts } from './earlier-accounts.ts';
import { foundingDecider, FOUNDING_FROM } from './founding.decide.ts';
import { type LinkedOrders, rewardFacts } from './order-rewards.ts';
import type { Invitations, TracesOf } from './invitations.ts';
import { type Reservations, takenBy } from './reservations.ts';
import {
  birthdayCommands,
  type CreditOfOrder,
  dueIn,
  foundingGrant,
  goodwillCommands,
  grantOrCancel,
  isReturnWindowOver,
  ownCommands,
  referrerCommands,
  type RewardFacts,
} from './rewards.decide.ts';
import { FOUNDING_STREAM, walletStream } from './stream.ts';
import { countedSum, grantIn, isFounding, orderIn, type Wallet } from './wallet.ts';
import { walletDecider, type WalletCommand } from './wallet.decide.ts';

const commandId = nameUuids('c2a6f0de-4c07-5a37-8a0e-57a39e6d9f14');

type Deps = {
  commands: Commands;
  clock: () => Date;
  giveBack: Reservations['giveBack'];
  invitations: Invitations;
  tracesOf: TracesOf;
};
/** What led to the commands: an event, by its id, and its correlation id. */
export type Because = { eventId: string; correlationId: string };

/** The newest event of these kinds, as far as the trail keeps one. */
function becauseOf(trail: Trail, kinds: readonly string[]): Because | undefined {
  const eventId = causeIn(trail, kinds);
  const { correlationId } = trail;
  return eventId === undefined || correlationId === undefined ? undefined : { eventId, correlationId };
}

/** One event leads to one command of a kind for one order, credit or copy. */
const subjectOf = (command: WalletCommand): string =>
  'grantId' in command ? command.grantId : 'orderNo' in command ? command.orderNo : 'copyId' in command ? command.copyId : '';

export type Rewards = ReturnType<typeof createRewards>;

/**
 * Carries the facts of orders into the wallets. It compares what an order's history says with what the wallets have, so it
 * may be called for any event, any number of times and by several processes at once: every command is decided on the
 * wallet's own stream, and each reward has one id.
 */
export function createRewards({ commands, clock, giveBack, invitations, tracesOf }: Deps) {
  const earlier = earlierAccounts(commands);
  /** The contexts of the commands with one cause, by the name of the command. */
  const contextOf =
    ({ eventId, correlationId }: Because) =>
    (name: string): CommandContext => ({
      commandId: commandId(`${eventId}/${name}`),
      causationId: eventId,
      correlationId,
      actor: { kind: 'system', id: 'rewards' },
      now: clock(),
    });

  const walletOf = async (memberId: string): Promise<Wallet> => (await commands.load(walletStream(memberId), walletDecider)).state;
  const orderOf = async (orderNo: string): Promise<Order | null> => (await commands.load(orderStream(orderNo), orderDecider)).state;

  /** The order that was paid, where this one sends goods of it again, with all that is sent again for it. */
  async function purchaseOf(one: Order | null): Promise<{ order: Order; links: LinkedOrders } | null> {
    let order = one;
    while (order?.terms.linked) order = await orderOf(order.terms.linked.orderNo);
    if (!order) return null;
    const links = new Map<string, Order>();
    for (const open = [order]; open.length > 0; )
      for (const { linkedOrderNo } of open.pop()?.linked ?? []) {
        const link = await orderOf(linkedOrderNo);
        if (!link) continue;
        links.set(linkedOrderNo, link);
        open.push(link);
      }
    return { order, links };
  }

  /** The order's newest report, where what waits for the end of the return window may happen now; else undefined. */
  async function reportAfterReturnWindow(orderNo: string): Promise<Because | undefined> {
    const { state, trail } = await commands.load(orderStream(orderNo), orderDecider);
    const purchase = await purchaseOf(state);
    if (!purchase || !isReturnWindowOver(rewardFacts(purchase.order, purchase.links), clock().toISOString())) return undefined;
    return becauseOf(trail, ['parcel', 'shipment', 'placed']);
  }

  async function send(memberId: string, list: readonly WalletCommand[], because: Because): Promise<void> {
    for (const command of list) {
      const context = contextOf(because)(`${command.type}/${subjectOf(command)}`);
      const outcome = await commands.handle(walletStream(memberId), walletDecider, command, context);
      if (!outcome.ok) throw new Error(`a wallet refused ${command.type}: ${outcome.rejection.code}`);
    }
  }

  /** A reward is scheduled for who earns it; it is taken back from who was bound. */
  async function tellReferrer(order: Order, list: readonly WalletCommand[], because: Because): Promise<void> {
    const earns = list.some((command) => command.type === 'ScheduleCredit' && command.amount > 0);
    const referrer = await (earns ? invitations.earner(order, contextOf(because)) : invitations.referrerOf(order));
    if (referrer === undefined && earns) throw new Error('the read model orders is behind');
    if (typeof referrer === 'string') await send(referrer, list, because);
  }

  /** Whether the member still earns the reward for the friend's order. undefined: it is not known yet, and the reward waits */
  async function isEarned(memberId: string, orderNo: string, because: Because): Promise<boolean | undefined> {
    const order = await orderOf(orderNo);
    const earner = order ? await invitations.earner(order, contextOf(because)) : null;
    return earner === undefined ? undefined : earner === memberId;
  }

  /** The refund of a return waits for what the wallet says about its rewards (decisions.md 61). */
  async function recordTakenBack({ terms: { orderNo }, rewardsDeducted }: Order, wallet: Wallet, because: Because): Promise<void> {
    if (rewardsDeducted !== undefined) return;
    const deducted = grantIn(wallet, foundingGrant(orderNo))?.deducted ?? 0;
    const command = { type: 'TakeRewardsBack', at: clock().toISOString(), deducted } as const;
    await commands.handle(orderStream(orderNo), orderDecider, command, contextOf(because)('rewards-taken-back'));
  }

  /** Gives the number that the wallet's counted orders have reached. */
  async function giveNumber(memberId: string, because: Because): Promise<void> {
    const wallet = await walletOf(memberId);
    if (wallet.founding !== null || wallet.closedAt !== null || countedSum(wallet) < FOUNDING_FROM) return;
    const at = clock().toISOString();
    const context = contextOf(because)(`number/${memberId}`);
    const outcome = await commands.handle(FOUNDING_STREAM, foundingDecider, { type: 'GiveNumber', at, memberId }, context);
    const number = outcome.ok ? outcome.state.get(memberId) : undefined;
    if (number !== undefined) await send(memberId, [{ type: 'ReceiveNumber', at, number }], because);
  }

  /**
   * Schedules the credit of the member's next birthday, where it is known. It reads the account again after each change of the
   * wallet: a process that read the birthday before its correction would otherwise undo what another one has done since.
   */
  async function birthday(memberId: string, because: Because): Promise<void> {
    for (let isChanged = true; isChanged; ) {
      const { state: account } = await commands.load(memberStream(memberId), memberDecider);
      const born = account?.contact?.birthday;
      if (!account || !born) return;
      const { state: wallet, trail } = await commands.load(walletStream(memberId), walletDecider);
      const setAt = Date.parse(account.birthdaySetAt ?? account.registeredAt);
      const [command] = birthdayCommands({ month: Number(born.slice(5, 7)), setAt }, wallet, clock().toISOString());
      if (!command) return;
      // Each schedule is another command than the one before it, also where it has the same year and the same cause.
      const after = causeIn(trail, ['birthday']) ?? 'none';
      const context = contextOf(because)(`${command.type}/${command.grantId}/${after}`);
      const outcome = await commands.handle(walletStream(memberId), walletDecider, command, context);
      isChanged = outcome.ok && outcome.events.length > 0;
    }
  }

  /** After the member's first delivered order came to nothing: the inviter's reward is for the one that is the first now. */
  async function ofNextFirst(fallen: Order, friend: Wallet, because: Because): Promise<void> {
    await invitations.leave(fallen, contextOf(because));
    const first = friend.orders.find(({ delivered, stands }) => delivered?.first && stands);
    const next = first && (await purchaseOf(await orderOf(first.orderNo)));
    if (!next) return;
    const commands = referrerCommands(rewardFacts(next.order, next.links), friend, clock().toISOString());
    await tellReferrer(next.order, commands, because);
  }

  /** What a paid order means for wallets and coupons now. */
  async function ofPurchase(order: Order, facts: RewardFacts, because: Because): Promise<void> {
    const { memberId } = order.terms;
    if (facts.outcome !== null) {
      // The wallet and the counted coupons. An adopted order took its coupons as a guest's.
      const taken = takenBy(order.terms, order.placedAt);
      if (memberId !== null || taken.coupons.length > 0)
        await giveBack({ ...taken, creditGiven: facts.creditGiven }, facts.outcome, contextOf(because)('give-back'));
    }
    const owner = ownerOf(order);
    if (owner === null) return;
    await birthday(owner, because);
    const at = clock().toISOString();
    await send(owner, ownCommands(facts, await walletOf(owner), at), because);
    const friend = await walletOf(owner);
    // The order may be placed after the account was closed, and only now its recipient is known.
    if (friend.closedAt !== null) await earlier.keep(owner, undefined, contextOf(because));
    const isFirst = orderIn(friend, facts.orderNo)?.delivered?.first === true;
    if (isFirst) await tellReferrer(order, referrerCommands(facts, friend, at), because);
    if (isFirst && facts.outcome !== null && facts.outcome !== 'RETURNED') await ofNextFirst(order, friend, because);
    if (facts.outcome === 'RETURNED' && memberId !== null) await recordTakenBack(order, friend, because);
  }

  async function countOrder(memberId: string, orderNo: string): Promise<void> {
    const because = await reportAfterReturnWindow(orderNo);
    if (because) await send(memberId, [{ type: 'CountOrder', at: clock().toISOString(), orderNo }], because);
  }

  async function grantForOrder(memberId: string, { grantId, kind, orderNo }: CreditOfOrder): Promise<void> {
    const because = await reportAfterReturnWindow(orderNo);
    if (!because) return;
    const isOwed = kind !== 'REFERRAL' || (await isEarned(memberId, orderNo, because));
    if (isOwed === undefined) return;
    await send(memberId, [grantOrCancel(grantId, clock().toISOString(), isOwed ? undefined : 'INVITATION_VOID')], because);
  }

  /** Gives the birthday's credit that is due, and schedules that of the next birthday. */
  async function giveBirthday(memberId: string, because: Because): Promise<void> {
    const at = clock().toISOString();
    // A correction that the consumer has not read yet.
    await birthday(memberId, because);
    const wallet = await walletOf(memberId);
    const gift = dueIn(wallet, at).birthday;
    if (!gift) return;
    const had = gift.cause.kind === 'BIRTHDAY' && (await earlier.hadBirthday(memberId, gift.cause.year, tracesOf));
    if (had === undefined) return;
    const outcome = had ? 'EARLIER_ACCOUNT' : isFounding(wallet, at) ? 'FOUNDING' : undefined;
    await send(memberId, [grantOrCancel(gift.grantId, at, outcome)], because);
    await birthday(memberId, because);
  }

  return {
    send,
    birthday,

    /** After the account was closed: the wallet ends, and what this person cannot have once more is kept. */
    async close(memberId: string, because: Because): Promise<void> {
      await send(memberId, [{ type: 'CloseWallet', at: clock().toISOString() }], because);
      await earlier.keep(memberId, undefined, contextOf(because));
    },

    /** After an order gave back what it had of a wallet. Only a closed one has left uses with the person. */
    returned: (memberId: string, orderNo: string, because: Because): Promise<void> => earlier.keep(memberId, orderNo, contextOf(because)),

    /** After an event of an order. */
    async order(orderNo: string, because: Because): Promise<void> {
      const changed = await orderOf(orderNo);
      if (!changed) return;
      const credit = changed.goodwillCredit ?? [];
      const receiver = ownerOf(changed);
      if (credit.length > 0 && receiver !== null) await send(receiver, goodwillCommands(orderNo, credit, clock().toISOString()), because);
      const purchase = await purchaseOf(changed);
      // A group order takes nothing from a wallet and earns nothing (decisions.md 74). A linked order is part of the one that was paid.
      if (purchase && !purchase.order.terms.group) await ofPurchase(purchase.order, rewardFacts(purchase.order, purchase.links), because);
    },

    /** After an order was counted: gives the number that the wallet's counted orders have reached. */
    giveNumber,

    /**
     * What is due in a wallet: orders that count from now on, and scheduled credit. An order whose return is open, or whose
     * delivery the carrier took back, waits. `alone`: does each of these without the others, so that one order that cannot be
     * read keeps back its own rewards only.
     */
    async due(memberId: string, alone: DueWork['alone'] = async (work) => void (await work())): Promise<void> {
      const { state: wallet, trail } = await commands.load(walletStream(memberId), walletDecider);
      const due = dueIn(wallet, clock().toISOString());
      for (const orderNo of due.ordersToCount) await alone(() => countOrder(memberId, orderNo));
      for (const credit of due.creditOfOrders) await alone(() => grantForOrder(memberId, credit));
      const because = due.birthday && becauseOf(trail, ['birthday']);
      if (because) await giveBirthday(memberId, because);
    },
  };
}
