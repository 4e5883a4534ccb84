import { agreesToAny } from '@nordhaut/contracts/consent';
import { arrive, leave } from './pages.ts';
import { isPromotion, promotionOf } from './items.ts';
import { endSession, flush, forget, given, setCookie, track } from './send.ts';
import { followStores } from './stores.ts';

const FBC = '_fbc';
/** s; Meta keeps a click for 90 days */
const FBC_AGE = 90 * 86_400;

let stop: (() => void) | undefined;
let watching = false;

/**
 * Reports what happens on the pages, from their address and from the stores, so the pages themselves have no call of it.
 * This file and what it imports are loaded only after an agreement. Called again after every decision.
 */
export function followConsent(): void {
  if (!watching) addEventListener('consent', followConsent);
  watching = true;
  const now = given();
  const agrees = agreesToAny(now);
  if (now.advertising) keepClick();
  if (agrees && !stop) stop = begin();
  if (!agrees && stop) {
    stop();
    stop = undefined;
  }
  if (!now.analysis) endSession();
  if (!now.analysis && !now.advertising) forget();
}

function begin(): () => void {
  const stopStores = followStores();
  let address: string | undefined;
  const look = (): void => {
    const now = addressOf(location);
    if (now === address || document.getElementById('main')?.dataset['page'] !== location.pathname) return;
    const from = address;
    address = now;
    arrive(from);
  };
  // Every navigation of the app changes the page.
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['href', 'aria-current', 'data-page'],
  });
  look();
  addEventListener('click', promotion, true);
  addEventListener('pagehide', flush);
  return () => {
    observer.disconnect();
    leave();
    stopStores();
    removeEventListener('click', promotion, true);
    removeEventListener('pagehide', flush);
  };
}

/** The address of a page, without the mark that an article adds to its own after the arrival (decisions.md 105). */
function addressOf({ pathname, search }: Location): string {
  const query = new URLSearchParams(search);
  query.delete('f');
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

/** A click on a campaign or a banner (`data-promotion`, or a slide of the home page). */
function promotion({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a[href], a[data-promotion]') : null;
  if (!link) return;
  const isSlide = location.pathname === '/' && link.closest('[aria-roledescription="輪播"]') !== null;
  if (!isPromotion(link, isSlide || link.dataset['promotion'] !== undefined)) return;
  track({ name: 'select_promotion', params: promotionOf(link) });
}

/**
 * The id of a click on an advertisement leaves the address for Meta's own cookie. The address is the one that this document was loaded
 * from: most visitors look at another page before they agree. A click that is known keeps its time.
 */
function keepClick(): void {
  const landing = performance.getEntriesByType('navigation')[0]?.name ?? '/';
  const click = new URL(landing, location.origin).searchParams.get('fbclid');
  if (!click || !/^[\w.-]{1,500}$/.test(click) || `${document.cookie};`.includes(`.${click};`)) return;
  setCookie(FBC, `fb.1.${Date.now()}.${click}`, FBC_AGE);
}
