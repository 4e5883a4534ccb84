import { Pool } from 'undici';
import type { FormFields } from '../carrier.ts';
import { encodeForm } from './form.ts';

export type EcpayReply =
  | { kind: 'text'; text: string }
  /** HTTP 403: too many requests; leave it alone for about half an hour (providers §1.1) */
  | { kind: 'throttled' }
  /** `sent: false`: no connection was made, so nothing can have happened */
  | { kind: 'failed'; reason: string; sent: boolean };

export type EcpayTransport = { post(path: string, fields: FormFields): Promise<EcpayReply>; close(): Promise<void> };

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** The store list is the largest reply: some thousands of stores. */
const MAX_REPLY = 16_000_000;

/** Forms over kept-alive connections, one deadline for the whole exchange, nothing retried. */
export function createEcpayTransport(options: { baseUrl: string; timeout: number }): EcpayTransport {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, { connections: 32, keepAliveTimeout: 10_000, maxResponseSize: MAX_REPLY });
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', accept: 'text/html' };

  async function post(path: string, fields: FormFields): Promise<EcpayReply> {
    try {
      const response = await pool.request({
        method: 'POST',
        path: prefix + path,
        headers,
        body: encodeForm(fields),
        signal: AbortSignal.timeout(options.timeout),
      });
      const text = await response.body.text();
      if (response.statusCode === 403) return { kind: 'throttled' };
      if (response.statusCode !== 200) return { kind: 'failed', reason: `HTTP ${response.statusCode}`, sent: true };
      return { kind: 'text', text };
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      const name = error instanceof Error ? error.name : 'Error';
      const reason = name === 'TimeoutError' ? 'no answer in time' : typeof code === 'string' ? code : name;
      return { kind: 'failed', reason, sent: !(typeof code === 'string' && NEVER_SENT.has(code)) };
    }
  }

  return { post, close: () => pool.close() };
}
