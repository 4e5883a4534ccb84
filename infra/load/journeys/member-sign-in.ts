import { openOrders, signIn } from '../lib/members.ts';

/** A member signs in and looks at the list of orders. */
export async function memberSignIn(): Promise<void> {
  await signIn();
  await openOrders();
}
