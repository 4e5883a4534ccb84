import { agreesToAny, type ConsentGiven, CONSENT_COOKIE, NO_CONSENT, readConsent, reportedPath } from '@nordhaut/contracts/consent';
import type { PageEvent, PurchaseEvent } from '@nordhaut/contracts/tracking';
import { newId } from '../../lib/browser.ts';

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

const SESSION = '_ga_session';
/** s; a session of GA4 ends after this time without an event */
const SESSION_AGE = 1_800;
/** ms in which events are collected for one request */
const TOGETHER = 400;
/** events in one request */
const MOST = 20;

/** What this browser agreed to, now. */
export function given(): ConsentGiven {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true) return NO_CONSENT;
  const value = new RegExp(`(?:^|; )${CONSENT_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  return readConsent(value) ?? NO_CONSENT;
}

/** For a provider's identifier. `age`: s; 0 removes it */
export function setCookie(name: string, value: string, age: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax${secure}`;
}

/** Begins a session for GA4, or prolongs it. The next request has its id. */
function keepSession(): void {
  const known = new RegExp(`(?:^|; )${SESSION}=(\\d{10})(?:;|$)`).exec(document.cookie)?.[1];
  setCookie(SESSION, known ?? String(Math.floor(Date.now() / 1_000)), SESSION_AGE);
}

/** The request of the withdrawal ends only the cookies that it has: another tab may have begun a session since. */
export const endSession = (): void => setCookie(SESSION, '', 0);

/** The data layer and most events serve analysis and advertising; of the pages' events the CRM gets these two. */
const mayReport = (name?: string): boolean => {
  const { analysis, advertising, crm } = given();
  return analysis || advertising || (crm && (name === 'sign_up' || name === 'login'));
};

type Waiting = { event_name: string; event_id: string; custom_data: object; path: string };
let waiting: Waiting[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits; `keepalive` lets it survive the page. Without an answer the events are lost: only purchases are not. */
export function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  const data = waiting.splice(0, MOST);
  if (data.length === 0) return;
  const now = given();
  if (agreesToAny(now)) {
    if (now.analysis) keepSession();
    const headers = { 'content-type': 'application/json' };
    void fetch('/api/capi/', { method: 'POST', headers, body: JSON.stringify({ data }), keepalive: true }).catch(() => undefined);
  }
  if (waiting.length > 0) flush();
}

const push = (event: string, params: object): void => {
  if (mayReport()) (window.dataLayer ??= []).push({ event, ecommerce: params });
};

/** Reports an event to the data layer and to the server. */
export function track({ name, params }: PageEvent): void {
  if (!mayReport(name)) return;
  push(name, params);
  waiting.push({ event_name: name, event_id: newId(), custom_data: params, path: reportedPath(location.pathname) });
  timer ??= setTimeout(flush, TOGETHER);
}

/** A purchase goes into the data layer alone: the server reports it itself. */
export const trackPurchase = (purchase: PurchaseEvent): void => push('purchase', purchase);

/** After a withdrawal nothing waits any more, and nothing stays in the data layer. */
export function forget(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting = [];
  if (window.dataLayer) window.dataLayer.length = 0;
}
