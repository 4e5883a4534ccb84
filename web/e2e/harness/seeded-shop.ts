import { randomUUID } from 'node:crypto';
import { memberDecider, memberStream } from '@nordhaut/accounts';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { walletDecider, walletStream } from '@nordhaut/promotions';
import { readShopConfig } from '@nordhaut/shop/config';
import { openEngine } from '@nordhaut/shop/engine';
import { importFile, SEEDED } from './coupons.ts';
import { startShop } from './shop.ts';

const DAY = 86_400_000;

export type SeededShop = Awaited<ReturnType<typeof seededShop>>;

/** A shop of its own with the coupons that a new shop begins with, and the past of its members as the test says. */
export async function seededShop() {
  const shop = await startShop();
  await importFile(SEEDED, shop.dataDir);
  const engine = await openEngine(
    readShopConfig({ NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: shop.dataDir, PUBLIC_URL: shop.url, SIMULATORS: 'on' }),
    silentLogger(),
  );
  const ago = (days: number): Date => new Date(Date.now() - days * DAY);
  const context = (now: Date) => ({ commandId: randomUUID(), actor: { kind: 'support', id: 'journey' }, now }) as const;

  async function newest(): Promise<string> {
    const { rows } = await engine.pool.query<{ id: string }>('select id from account_users order by "createdAt" desc limit 1');
    return rows[0]?.id ?? '';
  }
  async function wallet(memberId: string, command: Parameters<typeof walletDecider.decide>[0]): Promise<void> {
    const outcome = await engine.commands.handle(walletStream(memberId), walletDecider, command, context(new Date()));
    if (!outcome.ok) throw new Error(outcome.rejection.code);
  }

  return {
    ...shop,
    /** id of the member who registered last */
    newest,
    /** The member has received an order of this amount 60 days ago. */
    received: (memberId: string, goodsPaid: number): Promise<void> =>
      wallet(memberId, {
        type: 'NoteDelivery',
        at: ago(60).toISOString(),
        orderNo: `EARLIER${memberId}`,
        goodsPaid,
        countsAt: ago(52).toISOString(),
      }),
    /** The member has this much shopping credit, NT$. */
    credit: (memberId: string, amount: number): Promise<void> =>
      wallet(memberId, {
        type: 'GrantCredit',
        at: ago(1).toISOString(),
        grantId: `journey/${memberId}`,
        kind: 'SUPPORT',
        amount,
        cause: { kind: 'SUPPORT', reason: 'GOODWILL' },
      }),
    /** The member is a founding one. */
    founding: (memberId: string): Promise<void> => wallet(memberId, { type: 'ReceiveNumber', at: ago(40).toISOString(), number: 7 }),
    /** The member set the birthday 100 days ago; it is in this month. */
    async bornThisMonth(memberId: string): Promise<void> {
      const at = ago(100);
      // The month in Taipei.
      const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(5, 7);
      const changes = { birthday: `1990-${month}-15` };
      const command = { type: 'ChangeProfile', at: at.toISOString(), subject: `member:${memberId}`, changes, phoneKey: null } as const;
      const outcome = await engine.commands.handle(memberStream(memberId), memberDecider, command, context(at));
      if (!outcome.ok) throw new Error(outcome.rejection.code);
    },
    /** So many seconds pass for every countdown. */
    async passes(seconds: number): Promise<void> {
      await engine.pool.query(`update checkout_timers set started_at = started_at - make_interval(secs => $1)`, [seconds]);
    },
    async stop(): Promise<void> {
      await engine.close();
      await shop.stop();
    },
  };
}
