import type { CheckoutDeps } from './deps.ts';
import { isOver } from './is-over.ts';
import { failUncharged, payByPrime, resolvePayment, type PaymentResult } from './payment-steps.ts';
import type { DriveOptions, Run } from './run.ts';
import { causeOf } from './step-causes.ts';

/**
 * The step `pay`. A charge is requested only after the checkout's history says so (`ChargeRequested`), and only by the
 * drive whose command wrote that event. So at most one charge is requested for an order, and where the event is missing
 * nobody was charged: then a further request of the buyer, with a new one-time token, may charge. Where the event is
 * there, only the processor's record decides, and it is asked after the time that a charge can take.
 */
export async function payOrder(
  deps: CheckoutDeps,
  run: Run,
  { prime, graceIsOver = false }: DriveOptions,
): Promise<PaymentResult & { later?: boolean }> {
  const { charge, startedAt } = run.begun();
  switch (charge?.state) {
    case 'not-requested': {
      if (!run.placed().personal || (prime === undefined && isOver(deps, startedAt, deps.unchargedPatienceMs))) {
        return (await giveUpUncharged(run)) ? {} : { later: true };
      }
      const requestedAt = run.now();
      if (prime === undefined || !(await requestCharge(run))) return { later: true };
      // A process that stood still may not charge any more: another one may have told the buyer to pay again.
      return isOver(deps, requestedAt, deps.graceMs) ? resolvePayment(deps, run, { giveUp: true }) : payByPrime(deps, run, prime);
    }
    case 'ruled-out':
      return failUncharged(run);
    case 'requested':
      return graceIsOver && isOver(deps, charge.at, deps.graceMs) ? resolvePayment(deps, run, { giveUp: true }) : { later: true };
    case undefined:
      // An older release began this checkout. Its history does not say whether a charge was requested.
      return graceIsOver ? resolvePayment(deps, run, { giveUp: true }) : { later: true };
  }
}

/**
 * @returns whether this call wrote the event. If its append got no answer, the event may be there although nobody charges:
 * the processor's record then says that there is no charge.
 */
async function requestCharge(run: Run): Promise<boolean> {
  const written = await run.checkout('request-charge', { type: 'RequestCharge', at: run.now() });
  run.cause = causeOf('pay', run.snapshot);
  return written.includes('ChargeRequested');
}

/**
 * Ends the payment of an order whose charge was not requested, and makes sure that no other process requests it
 * afterwards: both are decided in the checkout's stream. @returns false if a charge was requested, or may have been
 */
export async function giveUpUncharged(run: Run): Promise<boolean> {
  if (run.snapshot.checkout?.charge?.state === 'not-requested')
    await run.checkout('rule-out-charge', { type: 'RuleOutCharge', at: run.now() });
  if (run.snapshot.checkout?.charge?.state !== 'ruled-out') return false;
  run.cause = causeOf('pay', run.snapshot);
  await failUncharged(run);
  return true;
}
