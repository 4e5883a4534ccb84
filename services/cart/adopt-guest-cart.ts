import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { Cart, Claim } from './cart.ts';
import { cartDecider, type CartCommand } from './cart.decide.ts';
import { MOST_ADOPTING } from './length.decide.ts';
import { cartStream } from './stream.ts';

const stepId = nameUuids('6f1b7d0e-9a53-5c1d-8a47-2f0c6a5e8b19');

/**
 * Moves the free lines of a guest's cart into the cart of the account that signed in. Invariant: a line leaves the guest's
 * cart once, and each hand-over joins one account's cart once. The guest's cart says first what it hands over and to
 * which cart, then the account's cart adopts it, then the guest's cart ends the hand-over. The ids of the last two
 * commands come from the hand-over, so a repetition after a crash completes it, also in another account's session.
 * @returns the claims that stay with the guest's cart: orders that began before the sign-in
 */
export async function adoptGuestCart(commands: Commands, from: string, to: string, context: CommandContext): Promise<readonly Claim[]> {
  const guest = cartStream(from);
  const send = async (name: string, stream: typeof guest, command: CartCommand): Promise<Cart> => {
    const outcome = await commands.handle(stream, cartDecider, command, { ...context, commandId: stepId(name) });
    if (!outcome.ok) throw new Error(`cart ${stream} refused ${command.type}: ${outcome.rejection.code}`);
    return outcome.state;
  };
  async function complete({ handOver }: Cart): Promise<void> {
    if (!handOver) return;
    const id = `${from}/${handOver.revision}`;
    await send(`adopt/${id}`, cartStream(handOver.to), { type: 'AdoptCart', from, items: handOver.items });
    await send(`end/${id}`, guest, { type: 'EndHandOver' });
  }

  const { state, revision } = await commands.load(guest, cartDecider);
  await complete(state);
  if (state.items.length === 0) return state.claims;
  // Many sign-ins with new guests' carts would lengthen the account's cart without end.
  if ((await commands.load(cartStream(to), cartDecider)).revision + 1 >= MOST_ADOPTING) return state.claims;
  // Two sign-ins at once hand over one time: the second one finds no line.
  await complete(await send(`hand-over/${from}/${to}/${revision}`, guest, { type: 'HandOver', to }));
  return state.claims;
}
