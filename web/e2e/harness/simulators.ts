import { changePrice, type CatalogueTables } from '@nordhaut/catalogue';
import { createKysely, createPool } from '@nordhaut/platform/database';

/** The simulated outside world and the shop's own database, as a test reaches for them behind the browser's back. */
const simulators = (): string => process.env['E2E_SIMULATORS'] ?? '';

type BankEntry = { orderNumber: string; amount: number; refunded: number; recordStatus: number };
type CarrierEntry = { tradeNo: string; subtype: string; amount: number; collects: boolean; status: number; storeId: string };

const ask = async <T>(path: string): Promise<T> => (await fetch(`${simulators()}/control/${path}`)).json() as Promise<T>;

async function tell(path: string, body: object): Promise<void> {
  const answer = await fetch(`${simulators()}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`control/${path}: ${answer.status} ${await answer.text()}`);
}

export const paymentsOf = async (orderNo: string): Promise<BankEntry[]> =>
  (await ask<BankEntry[]>('payments')).filter(({ orderNumber }) => orderNumber === orderNo);
export const parcelsOf = async (orderNo: string): Promise<CarrierEntry[]> =>
  (await ask<CarrierEntry[]>('parcels')).filter(({ tradeNo }) => tradeNo.startsWith(orderNo));

/** The carrier reports `code` for the order's parcel, as the newest state, by callback. */
export const moveParcel = (orderNo: string, code: string | number): Promise<void> => tell(`parcels/${orderNo}`, { code: Number(code) });

/** Runs `work` while a product has another price, NT$. No other test may buy the product. */
export async function setPrice(productId: number, ORIGIN: number): Promise<void> {
  const pool = createPool({ url: process.env['E2E_DATABASE'] ?? '', max: 1, name: 'e2e' });
  try {
    if (!(await changePrice(createKysely<CatalogueTables>(pool), productId, { ORIGIN }))) throw new Error(`no product ${productId}`);
  } finally {
    await pool.end();
  }
}
