import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** ms for which a link of a download works */
export const LINK_MS = 15 * 60_000;

/**
 * The signed link of a download. It names what is downloaded (a request, an order) and its own end, nobody's data, and it
 * opens only in a session of the account for which it was made. Each kind of download has its own key.
 */
export function fileLinks(key: KeyObject, clock: () => Date) {
  const sign = (until: string, subject: string, staffId: string): string =>
    createHmac('sha256', key).update(`${until}/${subject}/${staffId}`).digest('hex').slice(0, 32);
  return {
    make(subject: string, staffId: string): { token: string; until: string } {
      const end = Math.ceil((clock().getTime() + LINK_MS) / 1_000);
      const until = end.toString(36);
      return { token: `${until}-${subject}-${sign(until, subject, staffId)}`, until: new Date(end * 1_000).toISOString() };
    },
    /** @returns the subject; undefined: forged, somebody else's, or over */
    read(token: string, staffId: string): string | undefined {
      const [, until = '', subject = '', signature = ''] = /^([a-z0-9]{6,10})-([A-Za-z0-9-]{8,40})-([0-9a-f]{32})$/.exec(token) ?? [];
      const right = timingSafeEqual(Buffer.from(signature.padEnd(32)), Buffer.from(sign(until, subject, staffId)));
      return right && parseInt(until, 36) * 1_000 > clock().getTime() ? subject : undefined;
    },
  };
}
