import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/**
 * Cookies with identifiers of the providers, in the providers' own forms. They exist only while their purpose is agreed to. The
 * page sets the session and the click itself: the answer to a report may come after a withdrawal, so it sets no cookie.
 */
const GA = '_ga';
const GA_SESSION = '_ga_session';
const FBP = '_fbp';
const FBC = '_fbc';

const FORMS = {
  [GA]: /^GA1\.1\.(\d{1,10}\.\d{10})$/,
  [GA_SESSION]: /^(\d{10})$/,
  [FBP]: /^(fb\.1\.\d{13}\.\d{1,20})$/,
  [FBC]: /^(fb\.1\.\d{13}\.[\w.-]{1,500})$/,
} as const;

/** What the providers know a browser by. A field is missing where the browser has none. */
export type BrowserIds = { clientId?: string; sessionId?: string; fbp?: string; fbc?: string };

/** New identifiers, and the names of the cookies that end with each purpose. */
export const browserIds = (now: Date) => ({
  ga: { name: GA, value: `GA1.1.${randomInt(1, 2 ** 31)}.${Math.floor(now.getTime() / 1_000)}` },
  fbp: { name: FBP, value: `fb.1.${now.getTime()}.${randomInt(1, 2 ** 47)}` },
  withoutAnalysis: [GA, GA_SESSION],
  withoutAdvertising: [FBP, FBC],
});

/** The identifiers of a request's browser. A cookie in another form is not used: it may hold anything. */
export function browserIdsOf({ cookies }: Pick<FastifyRequest, 'cookies'>): BrowserIds {
  const read = (name: keyof typeof FORMS): string | undefined => FORMS[name].exec(cookies[name] ?? '')?.[1];
  const [clientId, sessionId, fbp, fbc] = [read(GA), read(GA_SESSION), read(FBP), read(FBC)];
  return { ...(clientId && { clientId }), ...(sessionId && { sessionId }), ...(fbp && { fbp }), ...(fbc && { fbc }) };
}
