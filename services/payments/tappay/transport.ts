import { providerClient } from '@nordhaut/platform/provider-client';

type TransportAnswer =
  | { ok: true; json: unknown }
  /** `sent: false`: TapPay did nothing */
  | { ok: false; reason: string; sent: boolean };

export type Transport = { post(path: string, body: object): Promise<TransportAnswer>; close(): Promise<void> };

/** Sends JSON to TapPay. */
export function createTransport({ baseUrl, apiKey, timeoutMs }: { baseUrl: string; apiKey: string; timeoutMs: number }): Transport {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  const client = providerClient({ baseUrl, headers, timeoutMs, connections: 64, maxReply: 1_000_000 });

  async function post(path: string, body: object): Promise<TransportAnswer> {
    const reply = await client.post(path, JSON.stringify(body));
    if (!reply.ok) return reply;
    // Only 429 means that TapPay did nothing. After any other status it may have charged the card.
    if (reply.status !== 200) return { ok: false, reason: `HTTP ${reply.status}`, sent: reply.status !== 429 };
    try {
      return { ok: true, json: JSON.parse(reply.text) as unknown };
    } catch {
      return { ok: false, reason: 'the answer is not JSON', sent: true };
    }
  }

  return { post, close: client.close };
}
