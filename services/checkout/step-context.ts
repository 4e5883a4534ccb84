import type { CommandContext } from '@nordhaut/platform/envelope';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { CheckoutDeps } from './deps.ts';

const uuidOf = nameUuids('3d1b0a64-7c55-5f0e-8f0b-2f8a0f3c9e27');

/** UUID of one step of an order's process: the same in every process and at every repeat. */
const stepId = (orderNo: string, step: string): string => uuidOf(`${orderNo}/${step}`);

/** The context of one step. Its command id is the same in every process and at every repeat, so a stream takes the step once. */
export const contextOf = (deps: Pick<CheckoutDeps, 'clock'>, orderNo: string, context: CommandContext, step: string): CommandContext => ({
  ...context,
  commandId: stepId(orderNo, step),
  now: deps.clock(),
});

/**
 * The context of a claim. The order takes the cart's correlation id with the claim. A cart without an id of its own takes
 * the checkout's. The second attempt for an order (`replaces`) keeps that order's id.
 */
export function claimContext(context: CommandContext, replaces: string | undefined): CommandContext {
  const { correlationId, ...others } = context;
  return replaces !== undefined || correlationId === undefined ? context : { ...others, newCorrelationId: correlationId };
}
