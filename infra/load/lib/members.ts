import exec from 'k6/execution';
import { fail } from './journal.ts';
import { measured } from './measured.ts';
import { memberOf } from '../plan.ts';
import { members, plan } from './settings.ts';
import { get, post, wanted } from './shop.ts';

/** Of every seeded member (services/tools/seed-members.ts). */
const PASSWORD = 'abc123';

/** The list of the signed-in member's orders, the newest first. */
export type OrderList = { orders: readonly { orderNo: string }[]; position: string };

/**
 * Signs a seeded member in. Two shoppers have the same account, and with it the same cart, only when more of them run at
 * once than there are members.
 * @throws JourneyFailed
 */
export async function signIn(): Promise<void> {
  if (members === 0) fail('sign-in: LOAD_MEMBERS does not say how many members the shop has');
  const account = `member${memberOf(plan, members, exec.scenario.name, exec.scenario.iterationInTest)}@seed.example`;
  const began = Date.now();
  wanted('sign-in', await post('/api/login', { name: '/api/login', body: { account, password: PASSWORD } }));
  measured.signIn(Date.now() - began);
}

/** Opens the list of orders. @param after position that the list must have reached @throws JourneyFailed */
export async function openOrders(after?: string): Promise<OrderList> {
  const query = after === undefined ? '' : `?after=${after}`;
  return wanted('order list', await get<OrderList>(`/api/member/orders${query}`, { name: '/api/member/orders' }));
}
