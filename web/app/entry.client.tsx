import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

/** ms. A page in a hidden tab gets no animation frame, so it is hydrated after this time. */
const LATEST_START = 300;

let begun = false;
function begin(): void {
  if (begun) return;
  begun = true;
  startTransition(() => void hydrateRoot(document, <HydratedRouter />));
}

// The browser paints the server's page before the hydration begins.
requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, LATEST_START);
