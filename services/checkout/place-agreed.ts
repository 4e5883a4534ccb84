import { legalAgreements } from '@nordhaut/contracts/legal/agreements';
import type { OrderContact, OrderTerms } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { CashLimit } from './cash-limit.ts';
import type { Checkout } from './checkout.ts';
import type { OrderNumbers } from './order-number.ts';
import { answer, isOfBuyer, no, type Placed, resume, type ResumeDeps, taken, unknownNumber } from './placed.ts';

export type Agreement = { ok: true; terms: OrderTerms; contact: OrderContact } | { ok: false; rejection: Rejection };

/**
 * A cash order whose content and price another capability decided. It has no cart, no coupons and no credit, so it begins
 * with the order itself.
 */
export type AgreedOrder = {
  orderNo: string;
  /** whether it asks for the order that its number has */
  isSame: (terms: OrderTerms, contact: OrderContact) => boolean;
  /** Called for a free number only: a repeated click gets the first outcome, whatever has changed since. */
  agree: () => Promise<Agreement>;
};

export type PlaceAgreedDeps = ResumeDeps & {
  orderNumbers: OrderNumbers;
  /** undefined: cash orders are not limited */
  cashLimit: Pick<CashLimit, 'take'> | undefined;
  log: { warn(data: object, message: string): void };
};

/** `address`: the network address of the request. `noteConsent` gives the pseudonym of the purchase; undefined where nothing is reported */
type Buyer = { address: string; memberId: string | null; isProven: boolean; noteConsent: () => Promise<string | undefined> };

/** Places the order and drives its process as far as it goes while the buyer waits. */
export async function placeAgreed(deps: PlaceAgreedDeps, order: AgreedOrder, buyer: Buyer, context: CommandContext): Promise<Placed> {
  const { process } = deps;
  const { orderNo } = order;
  if (!deps.orderNumbers.isOurs(orderNo)) {
    // Without the number: it is a text of the browser's own, which may name a person.
    deps.log.warn({ log: 'ORDER_UID' }, 'an order number that this shop never made');
    return no(unknownNumber);
  }
  const before = await process.begun(orderNo);
  if (before) return repeated(deps, order, before, buyer, context);

  const begun = await begin(deps, order, buyer, context);
  if (begun.ok && begun.from) return answer(await process.drive(orderNo, { context, from: begun.from }));
  // Another request for this number may have begun it meanwhile, and taken the slot for cash orders.
  const meanwhile = await process.begun(orderNo);
  if (meanwhile) return repeated(deps, order, meanwhile, buyer, context);
  return begun.ok ? no(taken) : begun;
}

async function begin(
  { process, cashLimit, clock }: PlaceAgreedDeps,
  { orderNo, agree }: AgreedOrder,
  { address, memberId, noteConsent }: Buyer,
  context: CommandContext,
) {
  const agreed = await agree();
  if (!agreed.ok) return agreed;
  const { contact } = agreed;
  const slot = await cashLimit?.take(orderNo, { e164: contact.recipient.phoneE164, address, memberId, asker: orderNo });
  if (slot?.ok === false) return slot;
  const conversionId = await noteConsent();
  const terms = { ...agreed.terms, agreed: legalAgreements, ...(conversionId !== undefined && { conversionId }) };
  const at = clock().toISOString();
  const command = { type: 'StartCheckout', at, terms, subject: `guest:${orderNo}`, personal: { contact } } as const;
  const started = await process.start(orderNo, command, context);
  if (!started.ok) await slot?.giveBack();
  return started;
}

/** As for an order from the cart, only the buyer learns what the number has; all others get the same answer. */
async function repeated(
  deps: PlaceAgreedDeps,
  { orderNo, isSame }: AgreedOrder,
  checkout: NonNullable<Checkout>,
  { memberId, isProven }: Buyer,
  context: CommandContext,
): Promise<Placed> {
  const { terms, personal } = checkout;
  const isBuyer = await isOfBuyer(deps, checkout, { memberId, holdsIt: isProven }, context);
  if (!isBuyer || !personal.contact || !isSame(terms, personal.contact)) return no(taken);
  return answer(await resume(deps, orderNo, undefined, context));
}
