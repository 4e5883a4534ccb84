import type { FormFields } from '../carrier.ts';
import type { EcpayReply, EcpayTransport } from './transport.ts';

export type ObedientReply = Exclude<EcpayReply, { kind: 'throttled' }> | { kind: 'throttled'; until: Date };
type ObedientTransport = { post(path: string, fields: FormFields): Promise<ObedientReply> };

/**
 * Leaves the carrier alone for `pauseMs` after it said that it was asked too often (HTTP 403, providers §1.1): until
 * then every call, whoever makes it and whatever for, is answered `throttled` at once and nothing is sent. Calls that go
 * on all the same keep a carrier's door shut. Remembered by this process alone: each other one hears its own 403.
 */
export function obeyThrottling(
  transport: Pick<EcpayTransport, 'post'>,
  options: { pauseMs: number; clock: () => Date },
): ObedientTransport {
  let until = 0;
  return {
    async post(path, fields) {
      if (options.clock().getTime() < until) return { kind: 'throttled', until: new Date(until) };
      const reply = await transport.post(path, fields);
      if (reply.kind !== 'throttled') return reply;
      // Of calls that were under way together, the last refusal counts.
      until = Math.max(until, options.clock().getTime() + options.pauseMs);
      return { kind: 'throttled', until: new Date(until) };
    },
  };
}
