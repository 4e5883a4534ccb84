import http from 'k6/http';
import { fail } from './journal.ts';
import { patience, simulators } from './settings.ts';

/** Test cards of the simulated bank. */
export const CARDS = { threeDSecure: '4242424242424242', chargedAtOnce: '5451417825230575' } as const;
const random = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 18);

/** A prime as the card fields return it. The simulators read the card from it; a real processor refuses it. */
export const prime = (card: string): string => `sim_${card}_${Date.now().toString(36)}_${random()}`;

const isSuccess = (status: number): boolean => status >= 200 && status < 400;

/** Opens the bank's page and presses "pass". @throws JourneyFailed if it is not the simulated bank's */
export async function passThreeDSecure(paymentUrl: string): Promise<void> {
  const tags = { name: 'bank page' };
  const page = await http.asyncRequest('GET', paymentUrl, null, { tags, responseType: 'text', timeout: patience.call });
  if (!isSuccess(page.status)) fail(`bank page: ${page.status || 'no answer'}`);
  if (!/name="action" value="pass"/.test(page.body)) fail('bank page: not the simulated one');
  const passed = await http.asyncRequest('POST', paymentUrl, { action: 'pass' }, { tags, redirects: 0, timeout: patience.call });
  if (!isSuccess(passed.status)) fail(`bank page, pass: ${passed.status || 'no answer'}`);
}

/** One of a list, at random. */
export const anyOf = <One>(all: readonly One[]): One => all[Math.floor(Math.random() * all.length)] as One;

const STORES = [
  { id: '131386', name: '建盛門市', address: '台北市大安區建國南路一段1號' },
  { id: '991182', name: '馥樺門市', address: '台北市南港區三重路19-2號' },
  { id: '153218', name: '板新門市', address: '新北市板橋區新站路16號' },
  { id: '201845', name: '桃園站前門市', address: '桃園市桃園區中正路20號' },
];
/** A store of the simulated carrier. A group order names it by its id, an order with what the carrier's map answers. */
export const anyStore = () => ({ subtype: 'UNIMARTC2C', chosen: anyOf(STORES) });

/** The carrier's codes until the buyer has the parcel, in the order of the simulated carrier. */
export const WAYS = { toTheDoor: ['310', '3001', '3120', '3006', '3003'], toTheStore: ['2068', '2030', '2073', '2067'] } as const;

/** Moves a parcel; the simulated carrier then calls the shop. @returns the HTTP status; 404: the carrier does not have the parcel (yet) */
export async function moveParcel(orderNo: string, code: string): Promise<number> {
  const url = `${simulators}/control/parcels/${orderNo}`;
  const { status } = await http.asyncRequest('POST', url, JSON.stringify({ code: Number(code) }), {
    tags: { name: 'carrier, by hand' },
    headers: { 'content-type': 'application/json' },
    responseCallback: http.expectedStatuses({ min: 200, max: 399 }, 404),
    timeout: patience.call,
  });
  return status;
}
