import { providerClient } from '@nordhaut/platform/provider-client';
import type { FormFields } from '../carrier.ts';
import { encodeForm } from './form.ts';

export type EcpayReply =
  | { kind: 'text'; text: string }
  /** too many requests; perhaps this call was not sent at all */
  | { kind: 'throttled'; until: Date }
  /** `sent: false`: no connection was made, so ECPay cannot have acted */
  | { kind: 'failed'; reason: string; sent: boolean };

export type EcpayTransport = { post(path: string, fields: FormFields): Promise<EcpayReply>; close(): Promise<void> };

/** bytes; the store list, the largest reply, has some thousands of stores */
const MAX_REPLY = 16_000_000;

export type EcpayTransportOptions = {
  baseUrl: string;
  timeoutMs: number;
  /** ms without any call after HTTP 403 */
  pauseMs: number;
  clock: () => Date;
};

/**
 * Sends forms to ECPay. HTTP 403 means too many requests (providers §1.1), and further calls prolong the block. So for
 * `pauseMs` no call is sent, and each one is answered `throttled` at once. Each process learns this from its own 403.
 */
export function createEcpayTransport({ baseUrl, timeoutMs, pauseMs, clock }: EcpayTransportOptions): EcpayTransport {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', accept: 'text/html' };
  const client = providerClient({ baseUrl, headers, timeoutMs, connections: 32, maxReply: MAX_REPLY });
  let blockedUntil = 0;

  async function post(path: string, fields: FormFields): Promise<EcpayReply> {
    if (clock().getTime() < blockedUntil) return { kind: 'throttled', until: new Date(blockedUntil) };
    const reply = await client.post(path, encodeForm(fields));
    if (!reply.ok) return { kind: 'failed', reason: reply.reason, sent: reply.sent };
    if (reply.status === 200) return { kind: 'text', text: reply.text };
    if (reply.status !== 403) return { kind: 'failed', reason: `HTTP ${reply.status}`, sent: true };
    // Of several calls in flight, the last 403 counts.
    blockedUntil = Math.max(blockedUntil, clock().getTime() + pauseMs);
    return { kind: 'throttled', until: new Date(blockedUntil) };
  }

  return { post, close: client.close };
}
