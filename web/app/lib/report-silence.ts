import type { ApiFailure } from './api.ts';

/** No answer came, or none that can be read, though the browser has a network. */
const SILENT: ReadonlySet<ApiFailure['code']> = new Set(['TIMEOUT', 'UNREACHABLE', 'BAD_ANSWER']);

/**
 * Tells the shop's error log what only the browser sees: the code alone, without order or person (decisions.md 84). The
 * page does not wait for it, and a report that fails is lost.
 */
export function reportSilence(code: 'ORDER_TAPPAY_NO_RESPONSE' | 'ORDER_UID', failure: Pick<ApiFailure, 'code'>): void {
  if (!SILENT.has(failure.code)) return;
  const headers = { 'content-type': 'application/json' };
  fetch('/api/error-log', { method: 'POST', headers, body: JSON.stringify({ code }), keepalive: true }).catch(() => undefined);
}
