import { MEMBER_CATEGORY, memberIdOf } from '@nordhaut/accounts';
import { ORDER_CATEGORY, orderNoOf } from '@nordhaut/ordering';
import { consumerRole, passOver } from '@nordhaut/platform/bus';
import type { Engine } from '@nordhaut/platform/engine';
import { asEvent, type DecodedEvent } from '@nordhaut/platform/envelope';
import type { Role } from '@nordhaut/platform/role';
import { loop } from '@nordhaut/platform/timing';
import { dueWallets, type DueWallet } from './projections/wallets.ts';
import type { Because, Rewards } from './grant-rewards.ts';
import { reached } from './reached.ts';
import { WALLET_CATEGORY, walletOwnerOf } from './stream.ts';
import type { PromotionsReleased, PromotionsRestored } from './wallet-events.ts';
import { copiesFor } from './welcome.ts';

/** ms between two looks for what is due */
const PAUSE = 60_000;
/** ms between two calls of the handler: rewards may wait, and the position is saved once for all events of that time */
const PACE = 1_000;
const BATCH = 100;
/** the reader of what is due, in metrics and in the list of poison events */
const TIMER = 'rewards due';

/** Events after which a wallet may need a change. */
const CAUSES = [
  'OrderPlaced',
  'CardPaymentFailed',
  'ShipmentRejected',
  'ParcelStatusReported',
  'OrderCancelled',
  'ReturnReceived',
  'RefundStarted',
  'RefundIssued',
  'LinkedOrderEnded',
  'OrderAdopted',
  'GoodwillCreditGranted',
  'GoodwillCreditRevoked',
  'MemberRegistered',
  'ReferralBound',
  'ProfileChanged',
  'AccountClosed',
  'OrderCounted',
  'PromotionsReleased',
  'PromotionsRestored',
] as const;

/** Events of guests' orders that concern nobody's wallet. */
const isOfGuest = ({ type, data }: DecodedEvent): boolean => type === 'OrderPlaced' && data['memberId'] === null;

/**
 * Rewards in time: what events of orders and members cause in wallets, and what becomes due. Every command is decided on
 * the wallet's stream, so the history may be read again and several processes may act at once.
 */
export function rewardsRole(engine: Engine, rewards: Rewards): Role {
  const { pool, clock, logger, projector } = engine;

  const handler = async (events: DecodedEvent[]): Promise<void> => {
    for (const event of events) await handle(event);
  };

  async function handle(event: DecodedEvent): Promise<void> {
    const because = { eventId: event.id, correlationId: event.metadata.correlationId };
    switch (event.stream.slice(0, event.stream.indexOf('-'))) {
      case ORDER_CATEGORY:
        return isOfGuest(event) ? undefined : rewards.order(orderNoOf(event.stream), because);
      case WALLET_CATEGORY:
        return event.type === 'OrderCounted'
          ? rewards.giveNumber(walletOwnerOf(event.stream), because)
          : rewards.returned(walletOwnerOf(event.stream), asEvent<PromotionsReleased | PromotionsRestored>(event).data.orderNo, because);
      default:
        return ofMember(event, memberIdOf(event.stream), because);
    }
  }

  async function ofMember({ type, position }: DecodedEvent, memberId: string, because: Because): Promise<void> {
    const at = clock().toISOString();
    if (type === 'AccountClosed') return rewards.close(memberId, because);
    if (type === 'ProfileChanged') return rewards.birthday(memberId, because);
    await reached(projector, 'coupons', position);
    await rewards.send(memberId, await copiesFor(pool, type === 'MemberRegistered' ? 'REGISTERED' : 'INVITED', at), because);
  }

  async function takeDue(stopping: AbortSignal): Promise<void> {
    const now = clock();
    await passOver(TIMER, { ...engine, stopping }, (due) =>
      due.each(
        (last: DueWallet | undefined) => dueWallets(pool, now, last, BATCH),
        ({ memberId }) => rewards.due(memberId, due.alone),
      ),
    );
  }

  return consumerRole(
    { ...engine, paceMs: PACE },
    {
      name: 'rewards',
      filter: { categories: [ORDER_CATEGORY, MEMBER_CATEGORY, WALLET_CATEGORY], types: [...CAUSES] },
      handler,
    },
    'no rewards are granted: the consumer waits at an event that it cannot read, or for the store (the log names it)',
    {
      reader: TIMER,
      begin: () =>
        loop(takeDue, {
          restMs: PAUSE,
          onError: (error) => logger.error({ err: error }, 'rewards that are due could not be granted; the next look tries again'),
          ref: false,
        }),
    },
  );
}
