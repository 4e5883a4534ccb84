import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** ms for which a link of a person's file works */
export const LINK_MS = 15 * 60_000;

/**
 * The signed link of a download. It names a request and its own end, nobody's data, and it opens only in a session of the
 * account for which it was made.
 */
export function fileLinks(key: KeyObject, clock: () => Date) {
  const sign = (until: string, requestId: string, staffId: string): string =>
    createHmac('sha256', key).update(`${until}/${requestId}/${staffId}`).digest('hex').slice(0, 32);
  return {
    make(requestId: string, staffId: string): { token: string; until: string } {
      const end = Math.ceil((clock().getTime() + LINK_MS) / 1_000);
      const until = end.toString(36);
      return { token: `${until}-${requestId}-${sign(until, requestId, staffId)}`, until: new Date(end * 1_000).toISOString() };
    },
    /** @returns the request; undefined: forged, somebody else's, or over */
    read(token: string, staffId: string): string | undefined {
      const [, until = '', requestId = '', signature = ''] = /^([a-z0-9]{6,10})-([0-9a-f-]{36})-([0-9a-f]{32})$/.exec(token) ?? [];
      const right = timingSafeEqual(Buffer.from(signature.padEnd(32)), Buffer.from(sign(until, requestId, staffId)));
      return right && parseInt(until, 36) * 1_000 > clock().getTime() ? requestId : undefined;
    },
  };
}
