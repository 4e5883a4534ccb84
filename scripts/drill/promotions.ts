import { fileURLToPath } from 'node:url';
import { sleep } from '@nordhaut/platform/timing';
import pg from 'pg';
import type { Wallet } from '@nordhaut/promotions';
import type { Cluster } from '../cluster/cluster.ts';
import { runTool } from './run-tool.ts';

/** Members of the load. Each journey of a member has half of them, because an account has one cart. */
export const MEMBERS = 60;
/** NT$ of shopping credit of each member: more than a drill spends */
const CREDIT = 1_000_000;
const COUPONS = fileURLToPath(new URL('../../infra/load/coupons.json', import.meta.url));

/** Members with shopping credit, and the coupons of the load. @throws where they cannot be made */
export async function prepareMembers(cluster: Cluster): Promise<void> {
  const seeding = ['--members', String(MEMBERS), '--orders', '1', '--credit', String(CREDIT)];
  const faults = [
    ...(await runTool(cluster, 'seed.ts', /Added \d+ members/, seeding)),
    ...(await runTool(cluster, 'coupons.ts', /./, ['import', COUPONS])),
  ];
  if (faults.length > 0) throw new Error(`the members could not be prepared: ${faults.join('; ')}`);
}

type Coupon = { coupon_id: string; reserved: number; redeemed: number; left_over: number | null };
type Placed = { order_no: string; member_id: string; credit: number };

/** ms in which the sweeper finishes what a killed process had begun */
const SETTLED = 60_000;

/**
 * The books of coupons and credit against the orders, when nobody buys any more: every grant adds up to its value, every order of a
 * member has in the wallet what it was paid with, nothing stays reserved, and no coupon is sold twice. @returns the differences
 */
export async function promotionBooks(cluster: Cluster): Promise<string[]> {
  for (const deadline = Date.now() + SETTLED; ; await sleep(500)) {
    const wrong = await readBooks(cluster);
    if (wrong.length === 0 || Date.now() > deadline) return wrong;
  }
}

async function readBooks({ database }: Cluster): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: wallets } = await client.query<{ member_id: string; state: Wallet }>('select member_id, state from wallets');
    const { rows: coupons } = await client.query<Coupon>('select coupon_id, reserved, redeemed, left_over from coupons');
    const { rows: placed } = await client.query<Placed>(
      `select order_no, member_id, (state #>> '{terms,credit}')::int as credit from orders where state #>> '{terms,memberId}' = member_id`,
    );
    return differences(wallets, coupons, placed);
  } finally {
    await client.end();
  }
}

function differences(
  wallets: readonly { member_id: string; state: Wallet }[],
  coupons: readonly Coupon[],
  placed: readonly Placed[],
): string[] {
  const wrong: string[] = [];
  const uses = new Map<string, number>();
  const known = new Map(wallets.flatMap(({ member_id, state }) => state.orders.map((order) => [`${member_id}/${order.orderNo}`, order])));
  for (const { member_id: member, state } of wallets) {
    for (const { grantId, value, left, extended, reserved, used, takenBack } of state.grants) {
      const parts = [left, extended?.left ?? 0, reserved, used, takenBack];
      if (reserved > 0) wrong.push(`${member}: ${reserved} of ${grantId} stay reserved`);
      if (parts.some((part) => part < 0) || parts.reduce((sum, part) => sum + part, 0) !== value)
        wrong.push(`${member}: ${parts.join(' + ')} of ${grantId} is not ${value}`);
    }
    const used = state.grants.reduce((sum, grant) => sum + grant.used, 0);
    const spent = state.orders.flatMap(({ credit }) => credit).reduce((sum, { amount }) => sum + amount, 0);
    if (used !== spent) wrong.push(`${member}: the orders spent ${spent}, the grants say ${used}`);
    for (const { orderNo, state: step, coupons: own } of state.orders) {
      if (step === 'reserved') wrong.push(`${orderNo} stays reserved`);
      for (const { couponId } of own) uses.set(couponId, (uses.get(couponId) ?? 0) + 1);
    }
  }
  for (const { order_no: orderNo, member_id: member, credit } of placed) {
    const order = known.get(`${member}/${orderNo}`);
    const spent = order?.credit.reduce((sum, { amount }) => sum + amount, 0);
    if (!order || (order.state === 'redeemed' && spent !== credit))
      wrong.push(`${orderNo} was paid with ${credit}, the wallet says ${spent}`);
  }
  for (const { coupon_id: id, reserved, redeemed, left_over: left } of coupons) {
    if (left === null) continue;
    if (reserved > 0 || left < 0) wrong.push(`coupon ${id}: ${reserved} stay reserved, ${left} are left`);
    if (redeemed !== (uses.get(id) ?? 0)) wrong.push(`coupon ${id}: ${uses.get(id) ?? 0} orders use it, the coupon says ${redeemed}`);
  }
  return wrong;
}
