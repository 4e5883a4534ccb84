import { numberSetting, switchOnInProduction } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

/** Durations in ms. */
export const CheckoutConfig = z.object({
  /** the sweeper drives a checkout without an event for so long; it must be longer than a charge can take */
  CHECKOUT_GRACE: numberSetting(45_000, { min: 100, max: 3_600_000 }),
  CHECKOUT_SWEEP_INTERVAL: numberSetting(5_000, { min: 50, max: 600_000 }),
  /** how long a buyer may stay at the bank's page */
  PAYMENT_PATIENCE: numberSetting(30 * 60_000, { min: 1_000, max: 86_400_000 }),
  /**
   * How long a card order whose charge was never requested waits for its buyer. That happens when the event store or the
   * shop stopped in between; the open page tries again by itself. Then the lines return to the cart.
   */
  UNCHARGED_PATIENCE: numberSetting(15 * 60_000, { min: 100, max: 86_400_000 }),
  /**
   * How long the shop looks for the parcel of a cancelled order at the carrier, which may take a request long after the shop gave
   * up waiting for its answer. A carrier that does not answer the recall of a parcel delays the buyer's refund for as long.
   */
  PARCEL_PATIENCE: numberSetting(2 * 3_600_000, { min: 100, max: 86_400_000 }),
  /** limits cash orders per phone number (decisions.md 71); off for load tests, whose shoppers share a number */
  CASH_LIMIT: switchOnInProduction(),
});
