import type { Carrier } from '@nordhaut/logistics';
import type { OrderTerms } from '@nordhaut/ordering';
import type { CardProcessor } from '@nordhaut/payments';
import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { Step } from './next-step.ts';

/**
 * Something that a checkout takes before the order is placed and gives back if the order fails: a coupon, shopping
 * credit. Every call carries the order number and may be repeated.
 */
export type Reservation = {
  reserve(terms: OrderTerms, context: CommandContext): Promise<Rejection | undefined>;
  redeem(terms: OrderTerms, context: CommandContext): Promise<void>;
  release(orderNo: string, context: CommandContext): Promise<void>;
};

export type CheckoutDeps = {
  commands: Commands;
  processor: CardProcessor;
  carrier: Carrier;
  reservations: readonly Reservation[];
  /** where the processor sends the browser and its notify, and the shop's id at the processor */
  paymentUrls: { redirect: string; notify: string; merchantId: string };
  /** ms for which a buyer may stay on the bank's page before the payment is given up */
  paymentPatienceMs: number;
  /** ms after which a charge that was requested can no longer be under way */
  graceMs: number;
  /** ms for which an order whose charge was not requested waits for its buyer */
  unchargedPatienceMs: number;
  clock: () => Date;
  log: { warn(data: object, message: string): void; error(data: object, message: string): void };
  /** called after every step; the failure tests end the process here */
  afterStep?: (step: Step, orderNo: string) => void;
};
