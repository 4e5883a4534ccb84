import { Pool } from 'undici';

export type ProviderReply =
  | { ok: true; status: number; text: string }
  /** `sent: false`: no connection was made, so the provider cannot have acted */
  | { ok: false; reason: string; sent: boolean };

export type ProviderClientOptions = {
  baseUrl: string;
  headers: Record<string, string>;
  /** ms for the whole exchange, from the wait for a connection to the end of the reply */
  timeoutMs: number;
  connections: number;
  /** bytes */
  maxReply: number;
};

/** Errors before a connection exists. After any other error the provider may have acted. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Calls a provider over keep-alive connections. It retries nothing, because the provider may have acted on a call that timed out. */
export function providerClient({ baseUrl, headers, timeoutMs, connections, maxReply }: ProviderClientOptions) {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, { connections, keepAliveTimeout: 10_000, maxResponseSize: maxReply });
  /** Never rejects. @param own headers of this call, beside those of all calls */
  async function call(method: 'GET' | 'POST', path: string, body?: string, own?: Record<string, string>): Promise<ProviderReply> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const all = own ? { ...headers, ...own } : headers;
      const response = await pool.request({ method, path: prefix + path, headers: all, ...(body !== undefined && { body }), signal });
      return { ok: true, status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      const { name, code } = error as Error & { code?: unknown };
      const reason = name === 'TimeoutError' ? 'no answer in time' : typeof code === 'string' ? code : name;
      return { ok: false, reason, sent: !(typeof code === 'string' && NEVER_SENT.has(code)) };
    }
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: string, own?: Record<string, string>) => call('POST', path, body, own),
    /** Waits for the calls in flight. */
    close: (): Promise<void> => pool.close(),
  };
}
