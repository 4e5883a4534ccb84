import type { CatalogueTables } from '@nordhaut/catalogue';
import { changePrice } from '@nordhaut/catalogue/testing';
import { createKysely, createPool } from '@nordhaut/platform/database';

/** Direct access of a test to the simulators and to the shop's database, without the browser. */
const simulators = (): string => process.env['E2E_SIMULATORS'] ?? '';

type BankEntry = { recTradeId: string; orderNumber: string; amount: number; refunded: number; recordStatus: number };
type CarrierEntry = { tradeNo: string; subtype: string; amount: number; collects: boolean; status: number; storeId: string };

const ask = async <T>(path: string): Promise<T> => (await fetch(`${simulators()}/control/${path}`)).json() as Promise<T>;

async function tell(path: string, body: object, at = simulators()): Promise<void> {
  const answer = await fetch(`${at}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`control/${path}: ${answer.status} ${await answer.text()}`);
}

export const paymentsOf = async (orderNo: string): Promise<BankEntry[]> =>
  (await ask<BankEntry[]>('payments')).filter(({ orderNumber }) => orderNumber === orderNo);
/** The bank pays a part back only of a charge that it has captured, which it does at the end of the day. */
export async function captureCharges(orderNo: string): Promise<void> {
  for (const { recTradeId } of await paymentsOf(orderNo)) await tell(`payments/${recTradeId}/capture`, {});
}
export const parcelsOf = async (orderNo: string): Promise<CarrierEntry[]> =>
  (await ask<CarrierEntry[]>('parcels')).filter(({ tradeNo }) => tradeNo.startsWith(orderNo));

/** What the CRM got with the id of a page's event. */
export const toldToCrm = async (eventId: string): Promise<string[]> =>
  (await ask<{ provider: string; id: string; name: string }[]>('reports'))
    .filter(({ provider, id }) => provider === 'crm' && id === eventId)
    .map(({ name }) => name);

/** The carrier reports `code` as the newest state of the order's parcel, by callback. `at`: simulators of a shop of its own */
export const moveParcel = (orderNo: string, code: string | number, at?: string): Promise<void> =>
  tell(`parcels/${orderNo}`, { code: Number(code) }, at);

/** Sets the price of a product, NT$. No other test may buy this product. */
export async function setPrice(productId: number, ORIGIN: number): Promise<void> {
  const pool = createPool({ url: process.env['E2E_DATABASE'] ?? '', max: 1, name: 'e2e' });
  try {
    await changePrice(createKysely<CatalogueTables>(pool), productId, { ORIGIN });
  } finally {
    await pool.end();
  }
}

type MailEntry = { to: { address: string }; subject: string; content: string };

/** The address of the shop's page in the newest mail to `email` that links to `path` with a token; empty until the mail has arrived. */
export async function linkInMail(email: string, path: string): Promise<string> {
  const mails = (await ask<MailEntry[]>('mails')).filter(({ to }) => to.address === email);
  const links = mails.flatMap(({ content }) => content.match(/https?:\/\/[^"'\s<>]+/g) ?? []);
  const isOf = ({ pathname, searchParams }: URL): boolean => pathname === path && searchParams.has('token');
  return links.findLast((link) => isOf(new URL(link))) ?? '';
}
