import { type Member, memberDecider, memberStream } from '@nordhaut/accounts';
import type { OrderEvent } from '@nordhaut/ordering';
import { forOthersNow, orderDecider, orderStream, phoneMatches } from '@nordhaut/ordering';
import { asEvent, type DecodedEvent } from '@nordhaut/platform/envelope';
import { eventsOf, type ForgettingEngine, type Holder, visitorsOf } from '@nordhaut/platform/forgetting';
import type { StreamName } from '@nordhaut/platform/event-store';
import { contactsIn } from './contacts.ts';

export type PersonSources = {
  /** the member who signs in with this e-mail */
  memberOfEmail(email: string): Promise<string | undefined>;
  /** orders of the member, and guests' orders with the hash of an e-mail */
  memberOrders(memberId: string, emailKey: string | null): Promise<string[]>;
};

/** The member's orders: own and adopted ones, and guests' orders with the e-mail that the member confirmed. */
export async function ordersOfMember(engine: ForgettingEngine, sources: PersonSources, memberId: string): Promise<string[]> {
  const { state } = await engine.commands.load(memberStream(memberId), memberDecider);
  const member: Member | null = state;
  if (!member) return [];
  const found = await sources.memberOrders(memberId, member.emailConfirmed ? member.emailKey : null);
  return [...new Set([...member.adopted, ...found])];
}

/** Whether the number is the one on the order. After the order's own time for the contact no number proves anything. */
export async function isPhoneOf(engine: ForgettingEngine, orderNo: string, phone: string): Promise<boolean> {
  const { state: order } = await engine.commands.load(orderStream(orderNo), orderDecider);
  if (order && forOthersNow(engine)(order).forgotten?.contact) return false;
  return recipientsOf(await eventsOf(engine, [orderStream(orderNo)])).some(({ phoneE164 }) => phoneMatches(phone, phoneE164));
}

function recipientsOf(events: readonly DecodedEvent[]): { phoneE164: string; email: string }[] {
  return events.flatMap((event) => {
    const placed = asEvent<OrderEvent>(event);
    const recipient = placed.type === 'OrderPlaced' ? placed.personal?.contact?.recipient : undefined;
    return recipient ? [recipient] : [];
  });
}

/** Whose data the lists of the capabilities read. */
export async function holderOf(engine: ForgettingEngine, member: string | null, orders: readonly string[]): Promise<Holder> {
  const streams: StreamName[] = [
    ...(member === null ? [] : [memberStream(member)]),
    ...orders.flatMap((orderNo): StreamName[] => [orderStream(orderNo), `checkout-${orderNo}`]),
  ];
  const events = await eventsOf(engine, streams);
  return {
    member,
    orders,
    streams,
    subjects: [...new Set(events.flatMap(({ subject }) => subject ?? []))],
    visitors: visitorsOf(engine.forgets, events),
    contacts: contactsIn(events),
  };
}
