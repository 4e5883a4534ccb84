import type { DomainEvent, Purpose, Recorded } from '@nordhaut/platform/decider';
import { accept, reject, type Decider, type Decision } from '@nordhaut/platform/decider';
import { buyerUpcasters, type OrderPersonal, type OrderTerms } from '@nordhaut/ordering';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';
import { messages } from './messages.ts';

/**
 * The process `price → claim → reserve → place → pay → ship` of one order, in the stream `checkout-{orderNo}`.
 * It records what the buyer agreed to and how the process ended. The steps in between are events of the order and the
 * cart, so nothing is recorded twice, and a crash between two steps loses nothing.
 * `replaces`: the order that was given up for this one. This order takes over its claim on the cart.
 * `announcesCharge`: the history says when a charge is about to be requested. It is missing in checkouts of older releases,
 * of cash orders, and where credit pays all of it.
 */
export type CheckoutStarted = DomainEvent<
  'CheckoutStarted',
  OrderTerms & { at: string; replaces?: string; announcesCharge?: true },
  OrderPersonal
>;
/** The processor is about to be asked for a charge (cards only). Before this event, nobody was charged. */
export type ChargeRequested = DomainEvent<'ChargeRequested', { at: string }>;
/** No charge will be requested: the buyer did not come back, cancelled, or buys the same with another order. */
export type ChargeRuledOut = DomainEvent<'ChargeRuledOut', { at: string }>;
export type CheckoutCompleted = DomainEvent<'CheckoutCompleted', { at: string }>;
/** `code`: from the error catalogue */
export type CheckoutFailed = DomainEvent<'CheckoutFailed', { at: string; code: string }>;
/** Ends the checks of a payment that was given up without an answer of the processor: it has reported a failure since, or the time is over. */
export type PaymentDoubtEnded = DomainEvent<'PaymentDoubtEnded', { at: string; reason: 'FAILED_AT_PROCESSOR' | 'EXPIRED' }>;
export type CheckoutEvent =
  | CheckoutStarted
  | ChargeRequested
  | ChargeRuledOut
  | CheckoutCompleted
  | CheckoutFailed
  | PaymentDoubtEnded
  | PersonalDataForgotten;

/** Events of older releases (ordering/upcasters.ts). */
export const checkoutUpcasters = buyerUpcasters('CheckoutStarted');

export type Checkout = {
  terms: OrderTerms;
  subject: string;
  /** lacks what was forgotten */
  personal: Partial<OrderPersonal>;
  startedAt: string;
  replaces?: string;
  ended: 'COMPLETED' | 'FAILED' | null;
  failure: string | null;
  doubtEnded?: true;
  /** purposes of the personal data that were forgotten, of a checkout without an order */
  forgotten?: readonly Purpose[];
  /** of a card order whose history says whether a charge was requested; `at`: since when (ISO) */
  charge?: { state: 'not-requested' | 'requested' | 'ruled-out'; at: string };
} | null;

export type CheckoutCommand =
  | { type: 'StartCheckout'; at: string; terms: OrderTerms; subject: string; personal: OrderPersonal; replaces?: string }
  /** of a checkout that failed before it placed an order; the data of an order is forgotten in the order's stream */
  | { type: 'ForgetVisitor'; forgotten: PersonalDataForgotten['data'] }
  | { type: 'RequestCharge'; at: string }
  | { type: 'RuleOutCharge'; at: string }
  | { type: 'CompleteCheckout'; at: string }
  | { type: 'FailCheckout'; at: string; code: string }
  | { type: 'EndPaymentDoubt'; at: string; reason: PaymentDoubtEnded['data']['reason'] };

export function evolve(state: Checkout, event: Recorded<CheckoutEvent>): Checkout {
  switch (event.type) {
    case 'CheckoutStarted': {
      const { at, replaces, announcesCharge, ...terms } = event.data;
      const charge = announcesCharge && ({ state: 'not-requested', at } as const);
      const about = { subject: event.subject ?? '', personal: event.personal ?? {}, startedAt: at, ended: null, failure: null };
      return { terms, ...about, ...(replaces !== undefined && { replaces }), ...(charge && { charge }) };
    }
    case 'ChargeRequested':
      return state && { ...state, charge: { state: 'requested', at: event.data.at } };
    case 'ChargeRuledOut':
      return state && { ...state, charge: { state: 'ruled-out', at: event.data.at } };
    case 'CheckoutCompleted':
      return state && { ...state, ended: 'COMPLETED' };
    case 'CheckoutFailed':
      return state && { ...state, ended: 'FAILED', failure: event.data.code };
    case 'PersonalDataForgotten':
      return state && { ...state, personal: {}, forgotten: [...(state.forgotten ?? []), ...event.data.purposes] };
    case 'PaymentDoubtEnded':
      return state && { ...state, doubtEnded: true };
    default: {
      const _: never = event;
      return state;
    }
  }
}

/** A charge is requested or ruled out once, and not after the checkout has ended. */
const mayDecideCharge = (state: Checkout): boolean => state?.charge?.state === 'not-requested' && !state.ended;

export function decide(command: CheckoutCommand, state: Checkout): Decision<CheckoutEvent> {
  switch (command.type) {
    case 'StartCheckout': {
      if (state) return reject(409, 'ORDER_EXISTS', messages.orderExists);
      const { at, terms, subject, personal, replaces } = command;
      const announces = terms.payment === 'CREDIT' && terms.total > 0 && ({ announcesCharge: true } as const);
      const data = { ...terms, at, ...(replaces !== undefined && { replaces }), ...announces };
      return accept<CheckoutEvent>({ type: 'CheckoutStarted', data, subject, personal });
    }
    case 'RequestCharge':
      return mayDecideCharge(state) ? accept<CheckoutEvent>({ type: 'ChargeRequested', data: { at: command.at } }) : accept();
    case 'RuleOutCharge':
      return mayDecideCharge(state) ? accept<CheckoutEvent>({ type: 'ChargeRuledOut', data: { at: command.at } }) : accept();
    case 'CompleteCheckout':
      return !state || state.ended ? accept() : accept<CheckoutEvent>({ type: 'CheckoutCompleted', data: { at: command.at } });
    case 'FailCheckout':
      return !state || state.ended
        ? accept()
        : accept<CheckoutEvent>({ type: 'CheckoutFailed', data: { at: command.at, code: command.code } });
    case 'ForgetVisitor': {
      if (!state) return reject(404, 'ORDER_NOT_FOUND', messages.orderNumber);
      const purposes = command.forgotten.purposes.filter((purpose) => !state.forgotten?.includes(purpose));
      if (state.ended !== 'FAILED' || purposes.length === 0) return accept();
      return accept<CheckoutEvent>({ type: 'PersonalDataForgotten', data: { ...command.forgotten, purposes }, subject: state.subject });
    }
    case 'EndPaymentDoubt':
      return !state?.ended || state.doubtEnded
        ? accept()
        : accept<CheckoutEvent>({ type: 'PaymentDoubtEnded', data: { at: command.at, reason: command.reason } });
    default: {
      const _: never = command;
      return accept();
    }
  }
}

/** The facts of a checkout that can lead to a further command (`Decider.fact`). */
const FACTS: Partial<Record<CheckoutEvent['type'], string>> = {
  CheckoutStarted: 'started',
  ChargeRequested: 'charge',
  ChargeRuledOut: 'charge',
  CheckoutFailed: 'failed',
};
const fact = ({ type }: CheckoutEvent): string | undefined => FACTS[type];

export const checkoutDecider: Decider<Checkout, CheckoutCommand, CheckoutEvent> = { initial: null, decide, evolve, fact };
