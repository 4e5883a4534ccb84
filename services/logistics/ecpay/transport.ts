import { Pool, type Dispatcher } from 'undici';
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
      const { status, text } = await exchange(
        pool,
        { method: 'POST', path: prefix + path, headers, body: encodeForm(fields) },
        options.timeout,
      );
      if (status === 403) return { kind: 'throttled' };
      if (status !== 200) return { kind: 'failed', reason: `HTTP ${status}`, sent: true };
      return { kind: 'text', text };
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      const name = error instanceof Error ? error.name : 'Error';
      const reason = error instanceof TooLate ? 'no answer in time' : typeof code === 'string' ? code : name;
      return { kind: 'failed', reason, sent: !(typeof code === 'string' && NEVER_SENT.has(code)) };
    }
  }

  return { post, close: () => pool.close() };
}

class TooLate extends Error {}

/** As the pool's own `text()`: a byte order mark is no part of the text. */
const utf8 = new TextDecoder();

/** One request and its answer as text: without the stream and the signal that the pool's `request` makes for each. */
function exchange(pool: Pool, request: Dispatcher.DispatchOptions, timeoutMs: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let controller: Dispatcher.DispatchController | undefined;
    let late: TooLate | undefined;
    const deadline = setTimeout(() => {
      late = new TooLate();
      controller?.abort(late);
      reject(late);
    }, timeoutMs);
    pool.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // It waited for a connection for so long that nobody waits for it any more.
        if (late) started.abort(late);
      },
      onResponseStart(_, statusCode) {
        status = statusCode;
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        clearTimeout(deadline);
        resolve({ status, text: utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)) });
      },
      onResponseError(_, error) {
        clearTimeout(deadline);
        reject(error);
      },
    });
  });
}
