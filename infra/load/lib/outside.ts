import http from 'k6/http';
import { fail } from './journal.ts';
import { patience, simulators } from './settings.ts';

/** A test card that the simulated bank wants to see 3-D secure for. */
const CARD = '4242424242424242';
const random = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 18);

/** What the card fields would give the page: the simulators read the card out of it, a real processor refuses it. */
export const prime = (): string => `sim_${CARD}_${Date.now().toString(36)}_${random()}`;

const isSuccess = (status: number): boolean => status >= 200 && status < 400;

/** The way over the bank's page: open it, press "pass". @throws JourneyFailed where it is not the simulated bank's */
export async function passThreeDSecure(paymentUrl: string): Promise<void> {
  const tags = { name: 'bank page' };
  const page = await http.asyncRequest('GET', paymentUrl, null, { tags, responseType: 'text', timeout: patience.call });
  if (!isSuccess(page.status)) fail(`bank page: ${page.status || 'no answer'}`);
  if (!/name="action" value="pass"/.test(page.body)) fail('bank page: not the simulated one');
  const passed = await http.asyncRequest('POST', paymentUrl, { action: 'pass' }, { tags, redirects: 0, timeout: patience.call });
  if (!isSuccess(passed.status)) fail(`bank page, pass: ${passed.status || 'no answer'}`);
}

/** The way of a parcel to the door, in the carrier's codes, as the simulated carrier plays it. */
export const WAY_TO_THE_DOOR = ['310', '3001', '3120', '3006', '3003'] as const;

/** Moves a parcel by hand; the carrier then tells the shop. @returns the HTTP status; 404: the carrier has no such parcel (yet) */
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
