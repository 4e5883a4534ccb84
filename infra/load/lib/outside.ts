import http from 'k6/http';
import { fail } from './journal.ts';
import { patience, simulators } from './settings.ts';

/** A test card for which the simulated bank requires 3-D secure. */
const CARD = '4242424242424242';
const random = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 18);

/** A prime as the card fields return it. The simulators read the card from it; a real processor refuses it. */
export const prime = (): string => `sim_${CARD}_${Date.now().toString(36)}_${random()}`;

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

/** The carrier's codes of a home delivery, in the order of the simulated carrier. */
export const WAY_TO_THE_DOOR = ['310', '3001', '3120', '3006', '3003'] as const;

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
