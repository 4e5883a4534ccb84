import { linkedValue } from './linked.ts';
import { NOT_COLLECTED_ABROAD } from './abroad.decide.ts';
import { granted, grantable, ownTaken, paidOtherwise } from './money.ts';
import type { LinkedItem } from './order-events.ts';
import type { Order } from './order-state.ts';

/**
 * What acts of support are worth to the buyer, which bounds what one person decides alone (infra/decisions/069). NT$, with the
 * shopping credit that paid: an order with credit is sent again, and given back, as a whole.
 */
type Pieces = readonly Pick<LinkedItem, 'productId' | 'tier' | 'quantity'>[];

/** Of goods that are sent again. Nothing was paid in a linked order; its goods have the worth that they had in the origin. */
export const worthAgain = (order: Order, items: Pieces): number =>
  order.terms.linked?.value ?? linkedValue(order, items) + order.terms.credit;

/** Of the word that nobody collected the parcel. A linked order owes nothing; its origin does. */
export const worthNotCollected = (order: Order): number => order.terms.linked?.value ?? Math.max(0, grantable(order)) + order.terms.credit;

/**
 * Of goods that come back, or came back: all that was paid and not paid back otherwise. The shop may owe less for them, but goods of the
 * whole worth may go out in their place, also after the receipt. A linked order owes nothing; its origin does.
 */
export const worthReturned = (order: Order): number =>
  order.terms.linked?.value ?? Math.max(0, ownTaken(order) - paidOtherwise(order)) + order.terms.credit;

/** NT$ of the second shipments of an order, also of those that came to nothing: their value is owed then. */
const resent = ({ terms, linked = [] }: Order): number =>
  linked
    .filter(({ kind, state }) => kind === 'RESEND' && state !== 'NOT_PLACED')
    .reduce((sum, { value }) => sum + (terms.linked?.value ?? value + terms.credit), 0);

/**
 * NT$ that goes back because support said that nobody collected the parcel: all but the goodwill refunds before that word, which
 * count by themselves. Those after it take nothing from it. One that was paid only after it counts twice, so a second person is asked
 * sooner, never later.
 */
function givenAsNotCollected({ parcel, refunds, startedRefunds, terms }: Order): number {
  const word = parcel?.reports.find(({ code, source }) => code === NOT_COLLECTED_ABROAD && source === 'support');
  if (!word) return 0;
  const before = [...refunds, ...startedRefunds].filter(({ reason, at }) => reason === 'GOODWILL' && at < word.at);
  return terms.linked?.value ?? before.reduce((sum, { amount }) => sum - amount, terms.total + terms.credit);
}

/**
 * NT$ that support gave for an order by its word: goodwill, goods that were sent again, and parcels abroad that nobody collected. One
 * limit counts them all, in whichever order they were given.
 */
export const givenByWord = (order: Order): number => granted(order) + resent(order) + givenAsNotCollected(order);
