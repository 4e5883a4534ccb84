import type { Commands } from '@nordhaut/platform/envelope';
import { expect, test } from 'vitest';
import { adoptGuestCart } from './adopt-guest-cart.ts';
import { type Cart, emptyCart } from './cart.ts';
import { MOST_ADOPTING } from './length.decide.ts';
import { cartStream } from './stream.ts';

const guest: Cart = { ...emptyCart, items: [{ productId: 5, tier: 'ORIGIN', quantity: 1 }], claims: [{ orderNo: 'N1', items: [] }] };
const context = { commandId: 'c', actor: { kind: 'member', id: 'm' } as const, now: new Date('2026-11-25T04:00:00Z') };

/** The commands that a sign-in sends, to an account's cart with so many events. */
async function sent(events: number): Promise<string[]> {
  const types: string[] = [];
  const commands = {
    load: (stream: string) =>
      Promise.resolve(stream === cartStream('guest') ? { state: guest, revision: 0 } : { state: emptyCart, revision: events - 1 }),
    handle: (_stream: string, _decider: unknown, { type }: { type: string }) => {
      types.push(type);
      return Promise.resolve({ ok: true, state: emptyCart });
    },
  } as unknown as Commands;
  expect(await adoptGuestCart(commands, 'guest', 'account', context)).toEqual(guest.claims);
  return types;
}

test('a cart of an account that got too long takes no guest’s cart over; the lines stay in the browser', async () => {
  expect(await sent(MOST_ADOPTING)).toEqual([]);
  expect(await sent(MOST_ADOPTING - 1)).toEqual(['HandOver']);
});
