import { signIn } from '../lib/members.ts';
import { get, wanted } from '../lib/shop.ts';

/** A member signs in and looks at the list of orders. */
export async function memberList(): Promise<void> {
  await signIn();
  wanted('order list', await get('/api/member/orders', { name: '/api/member/orders' }));
}
