import type { Engine } from '@nordhaut/platform/engine';

/** ms to wait for a read model, before the event is tried again */
const WAIT = 10_000;

/** The read model must have what happened before the event: of a coupon and a member, the later one finds the earlier one. */
export async function reached(projector: Engine['projector'], projection: string, position: bigint): Promise<void> {
  if (!(await projector.waitFor(projection, position, WAIT))) throw new Error(`the read model ${projection} is behind`);
}
