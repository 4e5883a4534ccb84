import { Pool } from 'undici';

export type TransportAnswer =
  | { ok: true; json: unknown }
  /** `sent: false`: no connection was made, so the other side cannot have acted */
  | { ok: false; reason: string; sent: boolean };

export type Transport = { post(path: string, body: object): Promise<TransportAnswer>; close(): Promise<void> };

/** Errors of a connection that never came about; anything else may have happened after sending. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * JSON over kept-alive connections with one deadline for the whole exchange. Nothing is retried
 * here: a charge that timed out may have happened (providers §2.1).
 */
export function createTransport(options: { baseUrl: string; apiKey: string; timeoutMs: number }): Transport {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, { connections: 64, keepAliveTimeout: 10_000, maxResponseSize: 1_000_000 });
  const headers = { 'content-type': 'application/json', 'x-api-key': options.apiKey };

  async function post(path: string, body: object): Promise<TransportAnswer> {
    try {
      const response = await pool.request({
        method: 'POST',
        path: prefix + path,
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      const text = await response.body.text();
      // 429 is the one refusal of transport that says by itself that nothing was done.
      if (response.statusCode !== 200) return { ok: false, reason: `HTTP ${response.statusCode}`, sent: response.statusCode !== 429 };
      try {
        return { ok: true, json: JSON.parse(text) as unknown };
      } catch {
        return { ok: false, reason: 'the answer is not JSON', sent: true };
      }
    } catch (error) {
      return { ok: false, ...failure(error) };
    }
  }

  return { post, close: () => pool.close() };
}

function failure(error: unknown): { reason: string; sent: boolean } {
  const code = (error as { code?: unknown } | null)?.code;
  const name = error instanceof Error ? error.name : 'Error';
  const reason = name === 'TimeoutError' ? 'no answer in time' : typeof code === 'string' ? code : name;
  return { reason, sent: !(typeof code === 'string' && NEVER_SENT.has(code)) };
}
