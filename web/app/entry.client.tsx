import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { APP_MISSING_ID } from './features/shell/app-missing.tsx';
import { takeEarlyInput } from './lib/early-input.ts';

/** ms. A page in a hidden tab gets no animation frame, so it is hydrated after this time. */
const LATEST_START = 300;

let begun = false;
function begin(): void {
  if (begun) return;
  begun = true;
  takeEarlyInput();
  document.getElementById(APP_MISSING_ID)?.remove();
  startTransition(() => void hydrateRoot(document, <HydratedRouter />));
  track();
}

/** The code of the reports, which knows the version, is loaded only for those who agreed; a failed load costs only reports. */
const track = (): void => {
  if (/consent=\d+\.\d*1/.test(document.cookie)) import('./features/tracking/start.ts').then((it) => it.followConsent()).catch(() => {});
};
addEventListener('consent', track);

// The browser paints the server's page before the hydration begins.
requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, LATEST_START);
