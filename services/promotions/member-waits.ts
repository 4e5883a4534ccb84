import { openIn } from '@nordhaut/ordering';
import type { Forgets } from '@nordhaut/platform/forgetting';
import { walletStream } from './stream.ts';
import { walletDecider } from './wallet.decide.ts';

/**
 * Orders of a member that are not delivered yet, from the wallet's stream. An order reserves there before it is placed, so the stream
 * has it also where the read model of the orders is behind: a request that came just before the account was closed may place its order
 * afterwards (infra/decisions/106).
 */
export const memberWaits: NonNullable<Forgets['memberWaits']> = async (engine, { memberId }) => {
  const { state: wallet } = await engine.commands.load(walletStream(memberId), walletDecider);
  const live = wallet.orders.filter(({ state, delivered }) => delivered === null && (state === 'reserved' || state === 'redeemed'));
  const open = await openIn(
    engine,
    live.map(({ orderNo }) => orderNo),
  );
  // Its order may not be placed yet.
  return live.some(({ state }) => state === 'reserved') ? [{ why: 'PAYMENT', until: null }, ...open] : open;
};
