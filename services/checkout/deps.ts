import type { Carrier } from '@nordhaut/logistics';
import type { CardProcessor } from '@nordhaut/payments';
import type { CommandContext, Commands, HandleRequest } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { Outcome, Taken } from '@nordhaut/promotions';
import type { Step } from './next-step.ts';

// oxlint-disable-next-line no-explicit-any -- a list of unlike requests; `request` checks each one
export type AnyRequest = HandleRequest<any, any, any>;

/**
 * What an order takes before it is placed and gives back if it fails: coupons and shopping credit. Called only for orders for
 * which `reservesAnything`. Every call may be repeated.
 */
export type Reservation = {
  /** @returns why the order cannot have all of it; then the checkout fails and gives back */
  reserve(taken: Taken, context: CommandContext): Promise<Rejection | undefined>;
  redeem(taken: Taken, context: CommandContext): Promise<void>;
  /** The same as one command each, which can be written together with others; undefined where the order needs more than one. */
  reserving(taken: Taken, context: CommandContext): AnyRequest | undefined;
  redeeming(taken: Taken, context: CommandContext): AnyRequest | undefined;
  giveBack(taken: Taken, outcome: Outcome, context: CommandContext): Promise<void>;
};

export type CheckoutDeps = {
  commands: Commands;
  processor: CardProcessor;
  carrier: Carrier;
  reservations: readonly Reservation[];
  /** carries a return of a member's order into the wallets, and records in the order what its refund lacks */
  takeRewardsBack(orderNo: string, context: CommandContext): Promise<void>;
  /** where the processor sends the browser and its notify, and the shop's id at the processor */
  paymentUrls: { redirect: string; notify: string; merchantId: string };
  /** ms for which a buyer may stay on the bank's page before the payment is given up */
  paymentPatienceMs: number;
  /** ms after which a charge that was requested can no longer be under way */
  graceMs: number;
  /** ms for which an order whose charge was not requested waits for its buyer */
  unchargedPatienceMs: number;
  /** ms after a cancellation for which the carrier's answer that there is no parcel is not final, and for which a refund waits for its recall */
  parcelPatienceMs: number;
  clock: () => Date;
  log: { warn(data: object, message: string): void; error(data: object, message: string): void };
  /** called after every step; the failure tests end the process here */
  afterStep?: (step: Step, orderNo: string) => void;
};
