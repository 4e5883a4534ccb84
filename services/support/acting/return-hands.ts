import type { DecodedEvent } from '@nordhaut/platform/envelope';
import type { MayBeOne } from '../staff/may-be-one.ts';
import type { OrderLimits, RefundLimits } from './limits.ts';

type Events = readonly Pick<DecodedEvent, 'type' | 'metadata'>[];

/**
 * Whether one person approved the return of an order and received its goods, or would have with the receipt by this caller. Nobody
 * else says then that there were goods.
 */
export async function inOneHand(events: Events, caller: string, mayBeOne: MayBeOne): Promise<boolean> {
  const actorOf = (type: string): string | undefined => {
    const actor = events.findLast((event) => event.type === type)?.metadata.actor;
    return actor?.kind === 'support' ? actor.id : undefined;
  };
  const approver = actorOf('ReturnApproved');
  if (approver === undefined) return false;
  const receiver = actorOf('ReturnReceived') ?? caller;
  return approver === receiver || mayBeOne(approver, receiver);
}

/** The limits of this caller for the order with these events. */
export const limitsOfCaller = async (limits: RefundLimits, events: Events, caller: string, mayBeOne: MayBeOne): Promise<OrderLimits> => ({
  ...limits,
  oneHand: await inOneHand(events, caller, mayBeOne),
});
