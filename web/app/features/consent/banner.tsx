import { CONSENT_COOKIE, CONSENT_VERSION } from '@nordhaut/contracts/consent';
import { BANNER, COOKIES_REFUSED, SETTINGS_PATH } from './messages.ts';

/**
 * The question for consent. The server writes it into every page as a form that works without script; `entry.server.tsx` hides
 * it before the first paint where the browser has decided, and sends it without a page load. It is no part of the app, so no
 * page's script contains it. Both answers are one click and look the same (decisions.md 82). What it says of refused cookies cannot be
 * closed, so on a low screen it is the first part of the page and covers none of it.
 */
export const ConsentBanner = () => (
  <section
    id="consent"
    aria-label={BANNER.label}
    className="fixed inset-x-0 bottom-0 z-50 border-t border-line bg-surface shadow-2 low:in-data-cookies-refused:static low:in-data-cookies-refused:-order-1 in-data-consent:hidden print:hidden"
  >
    <p className="page hidden py-3 text-sm font-semibold text-danger in-data-cookies-refused:block">{COOKIES_REFUSED}</p>
    <form
      method="post"
      action="/api/consent"
      className="page flex flex-wrap items-center gap-x-6 gap-y-3 py-3 in-data-cookies-refused:hidden desk:flex-nowrap"
    >
      <p className="min-w-0 text-sm low:sr-only desk:flex-1">
        {BANNER.text}
        <span role="alert" className="block text-danger" />
      </p>
      <p className="flex flex-wrap items-center gap-2 max-desk:w-full">
        <button className="btn btn-line max-desk:flex-1" name="choice" value="none">
          {BANNER.refuse}
        </button>
        <button className="btn btn-line max-desk:flex-1" name="choice" value="all">
          {BANNER.agree}
        </button>
        <a className="link inline-flex min-h-11 items-center px-2 text-sm" href={SETTINGS_PATH}>
          {BANNER.more}
        </a>
      </p>
    </form>
  </section>
);

/**
 * Whether the browser has decided, before the first paint. Pages are the same for all visitors, so the server does not know. A
 * browser that refuses cookies has nothing to decide: its banner says what does not work, because a cart would be lost without a
 * word. In WebKit `navigator.cookieEnabled` is true even if cookies are refused. So the script sets a cookie and reads it.
 */
export const CONSENT_MARKER = `((page)=>{
  let refused=!document.cookie;
  if(refused){
    document.cookie='try=1;path=/;samesite=lax';
    refused=!document.cookie;
    document.cookie='try=;path=/;max-age=0';
  }
  page.toggleAttribute('data-cookies-refused',refused);
  page.toggleAttribute('data-consent',!refused&&(navigator.globalPrivacyControl===true||/(?:^|; )${CONSENT_COOKIE}=${CONSENT_VERSION}\\./.test(document.cookie)));
})(document.documentElement)`;

/**
 * Sends the banner's answer without leaving the page, then tells the page by the event `consent`. The property `--banner` is the
 * banner's height, 0 while it is hidden or on top of the page: bars and messages at the bottom of the screen stand above it.
 */
export const CONSENT_SCRIPT = `{
  const banner = document.getElementById('consent');
  const measure = () => {
    const covers = getComputedStyle(banner).position === 'fixed';
    document.documentElement.style.setProperty('--banner', (covers ? banner.offsetHeight : 0) + 'px');
  };
  new ResizeObserver(measure).observe(banner);
  addEventListener('resize', measure);
}
document.querySelector('#consent form').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target;
  const all = event.submitter?.value === 'all';
  const headers = { 'content-type': 'application/json' };
  fetch('/api/consent', { method: 'PUT', headers, body: JSON.stringify({ analysis: all, advertising: all, crm: all }) })
    .then((answer) => {
      if (!answer.ok) throw answer;
      document.documentElement.setAttribute('data-consent', '');
      document.getElementById('main')?.focus({ preventScroll: true });
      dispatchEvent(new Event('consent'));
    })
    .catch(() => {
      form.querySelector('[role=alert]').textContent = '${BANNER.failed}';
    });
});`;
