import { openSet, type PersonalSet, sealedSets } from '@nordhaut/platform/forgetting';
import { PURPOSES } from '@nordhaut/platform/decider';
import { orderStream } from './stream.ts';

const ORDERS = { title: '訂單', streams: ({ orders }: { orders: readonly string[] }) => orders.map(orderStream) };

const trade = openSet({ name: 'order', ...ORDERS }, '交易的品項、金額與時間為帳務紀錄，不含姓名與聯絡方式，持續保存');

/** Credit for an invitation has an id with the number of the friend's order, which opens the look-up. */
const withoutGrants = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(values, (name, value: unknown) => (name === 'grantId' ? undefined : value))) as Record<string, unknown>;

/** What the orders keep of their buyers. */
export const orderData: readonly PersonalSet[] = [
  {
    ...trade,
    read: async (engine, holder) => (await trade.read(engine, holder)).map((entry) => ({ ...entry, values: withoutGrants(entry.values) })),
  },
  ...sealedSets({ name: 'order', ...ORDERS }, PURPOSES),
  {
    name: 'error-log',
    title: '系統錯誤紀錄中的訂單編號',
    ends: { kind: 'forgotten', purposes: ['contact'] },
    read: async ({ pool }, { orders }) => {
      const { rows } = await pool.query<{ error_system: string; error_create_at: Date; order_no: string }>(
        `select error_system, error_create_at, substring(error_request from '"orderNo":"([A-Z0-9]+)"') as order_no from error_log
         where substring(error_request from '"orderNo":"([A-Z0-9]+)"') = any($1::text[]) order by error_create_at`,
        [orders],
      );
      return rows.map((row) => ({
        at: row.error_create_at.toISOString(),
        label: '錯誤紀錄',
        values: { 訂單編號: row.order_no, 代碼: row.error_system },
      }));
    },
  },
];
